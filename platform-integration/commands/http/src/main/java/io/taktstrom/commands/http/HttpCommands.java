package io.taktstrom.commands.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.command.CommandSource;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.http.HostNames;
import io.taktstrom.http.HttpAnswer;
import io.taktstrom.http.HttpLimits;
import io.taktstrom.http.HttpPort;
import io.taktstrom.http.HttpRequest;

/**
 * A port for commands. It answers when the command has come to its end, and never to a request that a web page could have sent: the host
 * must be ours, nothing may come from another origin, and the content must be said to be JSON.
 */
final class HttpCommands implements CommandSource {

    private static final String PATH = "/commands";
    private static final int MAX_BODY_BYTES = 64 << 10;
    /** For a request to arrive, and for its answer to be taken. */
    private static final Duration TRANSFER = Duration.ofSeconds(10);
    /** Longer than a device may take for a write and two reads. */
    private static final Duration HANDLING = Duration.ofMinutes(1);

    private final CommandGate gate;
    private final byte[] token;
    private final HostNames hostNames;
    private final HttpPort port;

    private HttpCommands(OptionValues options, CommandContext context, InetSocketAddress address) throws IOException {
        gate = context.gate();
        token = ("Bearer " + options.get(HttpCommandsProvider.TOKEN)).getBytes(StandardCharsets.US_ASCII);
        hostNames = new HostNames(
                Arrays.asList(options.get(HttpCommandsProvider.HOST_NAMES).split(", *", -1)));
        port = HttpPort.bind(
                address,
                this::handle,
                new HttpLimits(TRANSFER, HANDLING, MAX_BODY_BYTES),
                "takt-commands-" + context.name(),
                context.clock(),
                e -> context.notices()
                        .accept("commands from " + context.name() + ": internal error " + e + "; going on"));
    }

    /** Takes the port, and commands from now on. */
    static HttpCommands open(OptionValues options, CommandContext context) throws IOException {
        HttpCommands commands = bind(options, context);
        commands.port.start();
        context.notices().accept("commands from " + context.name() + " at http:/" + commands.port.address() + PATH);
        return commands;
    }

    /** @throws IOException when the port is taken, is not of this machine, or would be open to others unasked */
    static HttpCommands bind(OptionValues options, CommandContext context) throws IOException {
        String host = options.get(HttpCommandsProvider.HOST);
        InetAddress address = InetAddress.getByName(host);
        if (!address.isLoopbackAddress() && !options.get(HttpCommandsProvider.INSECURE_BIND)) {
            throw new IOException(host + " would be open to the network; use 127.0.0.1, or say insecureBind: true");
        }
        InetSocketAddress where = new InetSocketAddress(address, options.get(HttpCommandsProvider.PORT));
        try {
            return new HttpCommands(options, context, where);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + where + ": " + e.getMessage() + "; choose another port", e);
        }
    }

    InetSocketAddress address() throws IOException {
        return port.address();
    }

    private void handle(HttpRequest request, Consumer<HttpAnswer> answer) {
        int refusal = refusal(request);
        if (refusal == 405) {
            answer.accept(HttpAnswer.onlyBy("POST"));
        } else if (refusal > 0) {
            answer.accept(HttpAnswer.refusal(refusal));
        } else if (!MessageDigest.isEqual(
                request.header("authorization").getBytes(StandardCharsets.ISO_8859_1), token)) {
            gate.turnAway(request.peer(), "it did not give the token");
            answer.accept(new HttpAnswer(401, "WWW-Authenticate: Bearer\r\n", ""));
        } else {
            gate.submit(
                    new Command(request.peer(), request.body()),
                    outcome -> answer.accept(
                            HttpAnswer.page(code(outcome.outcome()), "application/json", outcome.json() + "\n")));
        }
    }

    /** The code of a request that cannot be a command, from any sender; 0 for none. */
    private int refusal(HttpRequest request) {
        if (!request.path().equals(PATH)) {
            return 404;
        }
        if (!request.method().equals("POST")) {
            return 405;
        }
        if (!hostNames.isCalledIn(request)) {
            return 421;
        }
        if (!request.header("origin").isEmpty()) {
            return 403;
        }
        return request.header("content-type").toLowerCase(Locale.ROOT).matches("application/json *(;.*)?") ? 0 : 415;
    }

    private static int code(CommandOutcome outcome) {
        return switch (outcome) {
            case DONE, DIFFERS, UNREAD -> 200;
            case REPEATED -> 409;
            case EXPIRED -> 410;
            case REFUSED -> 422;
            case FAILED -> 502;
            case BUSY -> 503;
            case UNKNOWN -> 504;
        };
    }

    @Override
    public void close() {
        port.close();
    }
}
