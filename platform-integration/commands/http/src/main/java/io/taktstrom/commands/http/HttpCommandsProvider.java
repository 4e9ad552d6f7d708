package io.taktstrom.commands.http;

import java.io.IOException;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/** Opens {@code type: http}. */
public final class HttpCommandsProvider implements CommandSourceProvider {

    private static final OptionType.Text HOST_TEXT = new OptionType.Text("[A-Za-z0-9.:_-]+", "a name or an address");

    static final Option<String> HOST =
            Option.text("host", HOST_TEXT, "127.0.0.1", "Address of this machine to listen on.");
    static final Option<Integer> PORT =
            Option.whole("port", 0, 65_535, 8480, "TCP port to listen on; 0 takes one that is free.");
    static final Option<String> TOKEN = new Option<>(
            "token",
            new OptionType.Text("[!-~]{16,500}", "16 to 500 visible ASCII characters"),
            null,
            true,
            "Who knows it may command: Authorization: Bearer TOKEN.");
    static final Option<Boolean> INSECURE_BIND = Option.flag(
            "insecureBind",
            false,
            "Whether to listen beyond this machine, where others on the network can read the token.");
    static final Option<String> HOST_NAMES = Option.text(
            "hostNames",
            new OptionType.Text("([A-Za-z0-9._-]+(, *[A-Za-z0-9._-]+)*)?", "names with commas between them"),
            "",
            "Names by which clients may call this machine, beside localhost and addresses.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "http",
            "Takes commands by POST on /commands, with a token, without encryption.",
            List.of(HOST, PORT, TOKEN, INSECURE_BIND, HOST_NAMES));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        return HttpCommands.open(options, context);
    }

    @Override
    public void check(OptionValues options, CommandContext context) throws IOException {
        HttpCommands.bind(options, context).close();
    }
}
