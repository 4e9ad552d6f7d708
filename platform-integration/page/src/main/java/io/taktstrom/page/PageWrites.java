package io.taktstrom.page;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes from the page. It is one more source of commands: the deployment's gate decides, within what the file lists as writable,
 * and each is in the audit. Without a token or users there is none.
 */
final class PageWrites {

    /** In the audit. */
    static final String SOURCE = "page";
    /** Who clicks means now. */
    private static final Duration MAX_AGE = Duration.ofSeconds(10);

    private final RunningDeployment running;
    private final byte @Nullable [] token;
    private final boolean usersWrite;
    private final EpochNanoClock clock;

    PageWrites(RunningDeployment running, PageSettings settings, EpochNanoClock clock) {
        this.running = running;
        String text = settings.writeToken();
        token = text == null ? null : ("Bearer " + text).getBytes(StandardCharsets.US_ASCII);
        usersWrite = settings.usersWrite();
        this.clock = clock;
    }

    /** Whether it is possible at all. */
    boolean isOpen() {
        return (token != null || usersWrite) && running.commands() != null;
    }

    /** Whether there is a token for programs. */
    boolean hasToken() {
        return token != null;
    }

    /** Whether this header has it. Takes the same time for all that are as long. */
    boolean isToken(String authorization) {
        byte[] wanted = token;
        return wanted != null && MessageDigest.isEqual(authorization.getBytes(StandardCharsets.ISO_8859_1), wanted);
    }

    /**
     * A request to write from the page.
     *
     * @param name the point's
     * @param value as it was typed
     */
    record WriteRequest(String name, String value) {}

    /**
     * Hands a request to the gate.
     *
     * @param isOfUser whether a user asks whose role permits it; otherwise the token is needed
     * @param authorization the header, empty when there is none
     * @param answer told once: an HTTP code, and JSON
     */
    void submit(
            WriteRequest wish,
            boolean isOfUser,
            String authorization,
            String sender,
            BiConsumer<Integer, String> answer) {
        RunningCommands commands = running.commands();
        CommandsConfig config = running.deployment().commands();
        if (!isOpen() || commands == null || config == null) {
            answer.accept(403, refusal("this page is read-only; start with --ui-write, and with commands in the file"));
            return;
        }
        CommandGate gate = commands.entrance(SOURCE);
        boolean mayWrite = isOfUser ? usersWrite : isToken(authorization);
        if (!mayWrite) {
            gate.turnAway(sender, "it did not give the token");
            answer.accept(401, refusal("that is not the token"));
            return;
        }
        Duration age = config.maxAge().compareTo(MAX_AGE) < 0 ? config.maxAge() : MAX_AGE;
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("id", SOURCE + "-" + UUID.randomUUID());
        order.put("point", wish.name());
        order.put("value", wish.value());
        order.put(
                "expires",
                Instant.EPOCH
                        .plusNanos(clock.epochNanos())
                        .plus(age)
                        .truncatedTo(ChronoUnit.MILLIS)
                        .toString());
        ByteBuffer text = ByteBuffer.wrap(new JsonMapper().writeValueAsBytes(order));
        gate.submit(new Command(sender, text), outcome -> answer.accept(code(outcome.outcome()), outcome.json()));
    }

    /** What the file lets a command make of a point, for who is about to write. */
    static String words(WriteLimits limits) {
        List<String> words = new ArrayList<>();
        if (!limits.values().isEmpty()) {
            words.add("one of " + String.join(", ", limits.values()));
        }
        if (limits.min() != null) {
            words.add("at least " + limits.min());
        }
        if (limits.max() != null) {
            words.add("at most " + limits.max());
        }
        if (limits.maxLength() != null) {
            words.add("at most " + limits.maxLength() + " long");
        }
        if (limits.maxChangePerSecond() != null) {
            words.add("changed by at most " + limits.maxChangePerSecond() + " a second");
        }
        if (limits.maxWrites() != null) {
            words.add(limits.maxWrites() + " writes in " + Durations.format(limits.per()));
        }
        return words.isEmpty() ? "" : "allowed: " + String.join(", ", words);
    }

    private static int code(CommandOutcome outcome) {
        return switch (outcome) {
            case DONE, DIFFERS, UNREAD -> 200;
            case REPEATED, EXPIRED, REFUSED -> 422;
            case FAILED, UNKNOWN, BUSY -> 503;
        };
    }

    static String refusal(String reason) {
        return new JsonMapper().writeValueAsString(Map.of("error", reason));
    }
}
