package io.taktstrom.sinks.opcua;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandGate;
import io.taktstrom.data.EpochNanoClock;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteValue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What clients write, as commands: the gate decides, writes to the device, and has it in the audit. Thread-safe. */
final class ClientWrites {

    /** How long a command may wait for its turn. */
    private static final long EXPIRES_NANOS = 5_000_000_000L;

    private static final long ANSWER_SECONDS = 10;
    private static final Pattern STATUS = Pattern.compile("\"status\":\"(\\w+)\"");
    private static final JsonMapper JSON = new JsonMapper();

    private final PointTypes types;
    private final EpochNanoClock clock;
    private volatile @Nullable CommandGate gate;

    ClientWrites(PointTypes types, EpochNanoClock clock) {
        this.types = types;
        this.clock = clock;
    }

    void accept(CommandGate newGate) {
        gate = newGate;
    }

    /** Whether anything can be written at all. */
    boolean isOpen() {
        return gate != null;
    }

    /**
     * Hands over a value for a point.
     *
     * @param sender who wrote it
     * @return what became of it
     */
    Future<StatusCode> write(PointVariable variable, WriteValue value, String sender) {
        CommandGate open = gate;
        if (open == null || !variable.point().writable()) {
            return done(StatusCodes.Bad_NotWritable);
        }
        String range = value.getIndexRange();
        if (range != null && !range.isEmpty()) {
            return done(StatusCodes.Bad_WriteNotSupported);
        }
        Map<String, Object> command = new LinkedHashMap<>();
        command.put("id", "opcua-" + UUID.randomUUID());
        command.put("point", variable.point().name());
        try {
            command.put(
                    "value",
                    types.written(variable.type(), value.getValue().value().value()));
        } catch (IllegalArgumentException e) {
            return done(StatusCodes.Bad_TypeMismatch);
        }
        command.put(
                "expires",
                Instant.ofEpochSecond(0, clock.epochNanos() + EXPIRES_NANOS).toString());
        byte[] text = JSON.writeValueAsString(command).getBytes(StandardCharsets.UTF_8);
        CompletableFuture<StatusCode> answer = new CompletableFuture<>();
        open.submit(new Command(sender, ByteBuffer.wrap(text)), told -> answer.complete(status(told)));
        return answer;
    }

    private static Future<StatusCode> done(long status) {
        return CompletableFuture.completedFuture(new StatusCode(status));
    }

    private static StatusCode status(CommandAnswer answer) {
        return switch (answer.outcome()) {
            case DONE, DIFFERS, UNREAD -> StatusCode.GOOD;
            default -> {
                Matcher status = STATUS.matcher(answer.json());
                int code = status.find() ? io.taktstrom.data.StatusCode.parse(status.group(1)) : 0;
                yield io.taktstrom.data.StatusCode.isBad(code)
                        ? new StatusCode(Integer.toUnsignedLong(code))
                        : new StatusCode(StatusCodes.Bad_UnexpectedError);
            }
        };
    }

    /** Waits for what becomes of a command, for some seconds. */
    static StatusCode await(Future<StatusCode> answer) {
        try {
            return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return new StatusCode(StatusCodes.Bad_Timeout);
        } catch (ExecutionException e) {
            return new StatusCode(StatusCodes.Bad_InternalError);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new StatusCode(StatusCodes.Bad_Shutdown);
        }
    }
}
