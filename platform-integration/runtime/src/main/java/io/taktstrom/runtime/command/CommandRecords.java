package io.taktstrom.runtime.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is kept of commands: the audit, the identifiers, the counts; and what is said of them. Thread-safe.
 *
 * <pre>
 *   sending(command)  --> a line on the disk, then the write      after a crash: the identifier is used up, outcome unknown
 *   finish(command)   --> a line on the disk, then the answer; refusals of the same minute may share one
 * </pre>
 */
final class CommandRecords implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    /** Events that stand in the audit beside the outcomes. */
    private static final String SENDING = "sending";

    private static final String REMEMBERED = "remembered";

    private final EpochNanoClock clock;
    private final RememberedIds ids;
    private final Consumer<String> notices;
    private final Refusals refusals;
    private final AuditFile audit;
    private final Map<CommandOutcome, LongAdder> counts = new ConcurrentHashMap<>();

    CommandRecords(Path path, AuditConfig config, EpochNanoClock clock, int maxIds, Consumer<String> notices)
            throws IOException {
        this.clock = clock;
        this.notices = notices;
        ids = new RememberedIds(clock, maxIds);
        refusals = new Refusals(clock);
        audit = AuditFile.open(path, config, clock, this::restore, this::heading);
    }

    Refusals refusals() {
        return refusals;
    }

    RememberedIds ids() {
        return ids;
    }

    long count(CommandOutcome outcome) {
        return counter(outcome).sum();
    }

    private LongAdder counter(CommandOutcome outcome) {
        return counts.computeIfAbsent(outcome, first -> new LongAdder());
    }

    /** Returns the time of the line. */
    private long restore(String line) throws IOException {
        Map<String, @Nullable Object> keys;
        try {
            keys = JSON.readValue(line, OBJECT);
        } catch (JacksonException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
        if (keys == null || !(keys.get("event") instanceof String event)) {
            throw new IOException("it has no event");
        }
        Object id = keys.get("id");
        Object expires = keys.get("expiresNanos");
        if (id instanceof String known && expires instanceof Number time) {
            Object outcome = event.equals(SENDING) ? CommandOutcome.UNKNOWN.text() : keys.get("outcome");
            ids.restore(known, time.longValue(), String.valueOf(outcome));
        }
        return epochNanos(keys.get("time"));
    }

    private long epochNanos(@Nullable Object time) {
        try {
            Instant instant = Instant.parse(String.valueOf(time));
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return clock.epochNanos();
        }
    }

    /** What the next file must know of this one. */
    private List<String> heading() {
        return ids.sent().stream()
                .map(one -> {
                    Map<String, @Nullable Object> keys = new LinkedHashMap<>();
                    keys.put("time", time(clock.epochNanos()));
                    keys.put("event", REMEMBERED);
                    keys.put("id", one.id());
                    keys.put("expiresNanos", one.expires());
                    keys.put("outcome", one.outcome());
                    return JSON.writeValueAsString(keys);
                })
                .toList();
    }

    /**
     * The identifier is used up from here on.
     *
     * @param term of the lease; 0 for none
     * @throws IOException when the disk does not take it: then nothing may be sent
     */
    void sending(PendingCommand command, @Nullable Object before, long term) throws IOException {
        Map<String, @Nullable Object> keys = keys(command, SENDING);
        keys.put("before", plain(before));
        if (term > 0) {
            keys.put("term", term);
        }
        audit.force(audit.append(JSON.writeValueAsString(keys)));
        ids.settle(command.id(), CommandOutcome.UNKNOWN.text());
    }

    /** Writes down what becomes of a command, and says so. */
    void finish(PendingCommand command, CommandResult result, boolean sent) {
        finishAll(List.of(Map.entry(command, result)), sent);
    }

    /** Many that came to the same moment, with one wait for the disk. */
    void finishAll(List<Map.Entry<PendingCommand, CommandResult>> results, boolean sent) {
        String problem = "";
        try {
            long position = 0;
            for (Map.Entry<PendingCommand, CommandResult> each : results) {
                if (sent || hasOwnLine(each.getKey(), each.getValue())) {
                    position = audit.append(line(each.getKey(), each.getValue(), sent));
                }
            }
            audit.force(position);
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
            notices.accept("commands: " + problem);
        }
        for (Map.Entry<PendingCommand, CommandResult> each : results) {
            CommandResult result = each.getValue();
            if (!problem.isEmpty()) {
                // What is not in the audit is not acknowledged.
                result = result.withMessage(
                        sent ? CommandOutcome.UNKNOWN : result.outcome(),
                        result.outcome().text() + (result.message().isEmpty() ? "" : ", " + result.message()) + "; but "
                                + problem);
            }
            answer(each.getKey(), result);
        }
    }

    private boolean hasOwnLine(PendingCommand command, CommandResult result) {
        return refusals.hasOwnLine(command.source(), command.sender(), result.message());
    }

    /** A source has refused a sender that is not authorised. */
    void turnAway(String source, String sender, String why) {
        counter(CommandOutcome.REFUSED).increment();
        refusals.add(source, Refusals.Kind.UNAUTHORISED, sender, why);
    }

    /**
     * Writes the lines of refusals that are counted, when it is time.
     *
     * @param all whatever the time
     */
    void writeRefusals(boolean all) {
        for (Refusals.Counted counted : refusals.due(all)) {
            Map<String, @Nullable Object> keys = new LinkedHashMap<>();
            keys.put("time", time(clock.epochNanos()));
            keys.put("event", counted.kind().event.text());
            keys.put("source", counted.source());
            keys.put("sender", counted.sender());
            keys.put("count", counted.count());
            keys.put("status", StatusCode.name(counted.kind().status));
            keys.put("message", counted.message());
            try {
                audit.append(JSON.writeValueAsString(keys));
            } catch (IOException e) {
                notices.accept("commands: " + e.getMessage());
            }
        }
    }

    /** A line for what is not a command, forced; false when it is not on the disk. */
    boolean note(String source, String sender, String event, boolean isRefused, String message) {
        if (isRefused && !refusals.hasOwnLine(source, sender, message)) {
            return true;
        }
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        keys.put("time", time(clock.epochNanos()));
        keys.put("event", event);
        keys.put("source", source);
        keys.put("sender", sender);
        keys.put("status", StatusCode.name(isRefused ? StatusCode.BAD_USER_ACCESS_DENIED : StatusCode.GOOD));
        if (!message.isEmpty()) {
            keys.put("message", message);
        }
        try {
            audit.force(audit.append(JSON.writeValueAsString(keys)));
            return true;
        } catch (IOException e) {
            notices.accept("commands: " + e.getMessage());
            return false;
        }
    }

    /** Says what became of a command, without a line of its own. */
    void answer(PendingCommand command, CommandResult result) {
        counter(result.outcome()).increment();
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        keys.put("id", command.id());
        keys.put("point", command.point());
        keys.put("outcome", result.outcome().text());
        put(keys, result);
        keys.put("time", time(clock.epochNanos()));
        try {
            command.onAnswer().accept(new CommandAnswer(command.id(), result.outcome(), JSON.writeValueAsString(keys)));
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.accept(
                    "commands: source " + command.source() + " could not pass on an answer: " + Notices.inWords(e));
        }
    }

    private String line(PendingCommand command, CommandResult result, boolean sent) {
        Map<String, @Nullable Object> keys = keys(command, result.outcome().text());
        if (sent) {
            keys.put("outcome", result.outcome().text());
        } else {
            keys.remove("expiresNanos");
        }
        put(keys, result);
        return JSON.writeValueAsString(keys);
    }

    private static void put(Map<String, @Nullable Object> keys, CommandResult result) {
        keys.put("status", StatusCode.name(result.status()));
        if (result.before() != null || result.after() != null) {
            keys.put("before", plain(result.before()));
            keys.put("after", plain(result.after()));
        }
        if (!result.message().isEmpty()) {
            keys.put("message", result.message());
        }
    }

    private Map<String, @Nullable Object> keys(PendingCommand command, String event) {
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        keys.put("time", time(clock.epochNanos()));
        keys.put("event", event);
        keys.put("source", command.source());
        keys.put("sender", command.sender());
        keys.put("id", command.id());
        keys.put("point", command.point());
        CommandRequest request = command.request();
        if (request != null) {
            keys.put("value", request.value());
            keys.put("expires", time(request.expires()));
            keys.put("expiresNanos", request.expires());
        }
        return keys;
    }

    private static String time(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).toString();
    }

    /** What JSON has: times are text, and so are numbers that are none. */
    private static @Nullable Object plain(@Nullable Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(CommandRecords::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), plain(field)));
            return fields;
        }
        boolean isOdd = (value instanceof Double real && !Double.isFinite(real))
                || (value instanceof Float single && !Float.isFinite(single));
        return value == null || (!isOdd && (value instanceof Number || value instanceof Boolean))
                ? value
                : value.toString();
    }

    @Override
    public void close() {
        writeRefusals(true);
        try {
            audit.close();
        } catch (IOException e) {
            notices.accept("commands: " + e.getMessage());
        }
    }
}
