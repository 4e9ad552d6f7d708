package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import org.jspecify.annotations.Nullable;

/** Opens sources of commands of {@code type: spring}: consumers of Spring Cloud Stream. */
public final class SpringCommandsProvider implements CommandSourceProvider {

    static final String TYPE = "spring";

    static final Option<Boolean> ANSWERS = Option.flag(
            "answers",
            false,
            "Whether answers leave by a binding, NAME-out-0: the source is then a function and not a consumer.");
    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            TYPE, "Takes commands from Spring Cloud Stream, by a consumer for each source.", List.of(ANSWERS));

    private final @Nullable CommandInboxes inboxes;

    /** Describes the type; opens no source. */
    public SpringCommandsProvider() {
        inboxes = null;
    }

    SpringCommandsProvider(CommandInboxes inboxes) {
        this.inboxes = inboxes;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        CommandInbox inbox = inboxes().of(context.name());
        inbox.open(context.gate());
        return inbox::close;
    }

    /** The binding is the application's: whether its broker is there, Spring finds out. */
    @Override
    public void check(OptionValues options, CommandContext context) throws IOException {
        inboxes();
    }

    private CommandInboxes inboxes() throws IOException {
        if (inboxes == null) {
            throw new IOException(
                    "not a Spring application; run it with the Spring Boot starter, or take" + " commands over HTTP");
        }
        return inboxes;
    }
}
