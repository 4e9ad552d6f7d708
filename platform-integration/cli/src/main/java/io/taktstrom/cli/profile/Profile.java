package io.taktstrom.cli.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.taktstrom.cli.profile.Section.Column;
import io.taktstrom.cli.profile.Section.Unit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * What a recording says, added up as its events come by. One thread.
 *
 * <pre>
 *   taktstrom.*                         requests, notifications, batches, deliveries, spills, sessions, overruns, drops
 *   jdk.ExecutionSample, NativeMethod   which threads, in which of our methods, doing what
 *   jdk.ObjectAllocationSample          who allocates what
 *   jdk.GarbageCollection, CPULoad      what that costs
 * </pre>
 */
final class Profile {

    private static final String OURS = "taktstrom.";
    private static final String NOT_OURS = "(no method of ours)";
    private static final String SEPARATOR = "\u0000";

    private final List<String> threads;
    private final FrameTree flames = new FrameTree("all");
    private final Map<String, Map<String, Tally>> tallies = new TreeMap<>();
    private long ours;
    private long samples;
    private double load;
    private long loads;
    private @Nullable Instant first;
    private @Nullable Instant last;

    /** @param threads what the names of the threads contain of which samples are wanted, one or another; none for all */
    Profile(List<String> threads) {
        this.threads = List.copyOf(threads);
    }

    void add(RecordedEvent event) {
        span(event);
        String type = event.getEventType().getName();
        if (type.startsWith(OURS)) {
            ours++;
        }
        switch (type) {
            case "taktstrom.Request" ->
                tally(type, text(event, "connection"), text(event, "operation"))
                        .add(event.getInt("points"), event.getLong("bytes"))
                        .took(event.getDuration());
            case "taktstrom.Notification" ->
                tally(type, text(event, "connection"), text(event, "scan"))
                        .add(event.getInt("samples"), 0)
                        .took(event.getDuration())
                        .waited(event.getDuration("backlog"));
            case "taktstrom.Batch" ->
                tally(type, text(event, "stream"), text(event, "outcome"))
                        .add(event.getInt("samples"), 0)
                        .took(event.getDuration())
                        .waited(event.getDuration("age"));
            case "taktstrom.Delivery" ->
                tally(type, text(event, "sink")).add(0, event.getLong("bytes")).took(event.getDuration("took"));
            case "taktstrom.Spill" ->
                tally(type, text(event, "stream"))
                        .add(event.getInt("samples"), 0)
                        .took(event.getDuration());
            case "taktstrom.Session" ->
                tally(type, text(event, "connection"), text(event, "turn"), text(event, "cause"))
                        .add(0, 0);
            case "taktstrom.Overrun" ->
                tally(type, text(event, "connection"), text(event, "scan")).add(event.getLong("skipped"), 0);
            case "taktstrom.Drop" ->
                tally(type, text(event, "stream"), text(event, "reason")).add(event.getLong("count"), 0);
            case "jdk.ExecutionSample" -> sample(event, "running");
            case "jdk.NativeMethodSample" -> sample(event, "native");
            case "jdk.ObjectAllocationSample" -> allocation(event, event.getLong("weight"));
            case "jdk.ObjectAllocationInNewTLAB" -> allocation(event, event.getLong("tlabSize"));
            case "jdk.GarbageCollection" ->
                tally(type, text(event, "name"))
                        .add(0, 0)
                        .took(event.getDuration("sumOfPauses"))
                        .waited(event.getDuration("longestPause"));
            case "jdk.CPULoad" -> {
                load += event.getDouble("jvmUser") + event.getDouble("jvmSystem");
                loads++;
            }
            case "jdk.DataLoss" ->
                tally(type, "bytes of events that Flight Recorder itself has lost")
                        .add(event.getLong("amount"), 0);
            default -> {
                // Of no interest here.
            }
        }
    }

    private void span(RecordedEvent event) {
        Instant start = event.getStartTime();
        Instant end = event.getEndTime();
        first = first == null || start.isBefore(first) ? start : first;
        last = last == null || end.isAfter(last) ? end : last;
    }

    private Tally tally(String of, String... key) {
        return tallies.computeIfAbsent(of, name -> new TreeMap<>())
                .computeIfAbsent(String.join(SEPARATOR, key), name -> new Tally());
    }

    private static String text(RecordedEvent event, String field) {
        String value = event.getString(field);
        return value == null ? "" : value.replace(SEPARATOR, "");
    }

    private void sample(RecordedEvent event, String state) {
        RecordedThread thread = event.getThread("sampledThread");
        RecordedStackTrace stack = event.getStackTrace();
        String name =
                thread == null || thread.getJavaName() == null ? "(a thread without a name)" : thread.getJavaName();
        if (stack == null || !isWanted(name)) {
            return;
        }
        samples++;
        List<String> frames = frames(stack);
        tally("threads", name, state).add(1, 0);
        tally("methods", firstOfOurs(frames), frames.isEmpty() ? "" : frames.get(0), state)
                .add(1, 0);
        List<String> outermost = new ArrayList<>(frames);
        outermost.add(name);
        Collections.reverse(outermost);
        flames.add(outermost, 1);
    }

    private boolean isWanted(String thread) {
        return threads.isEmpty() || threads.stream().anyMatch(thread::contains);
    }

    private void allocation(RecordedEvent event, long weight) {
        RecordedStackTrace stack = event.getStackTrace();
        String type = event.getClass("objectClass") == null
                ? "?"
                : readable(event.getClass("objectClass").getName());
        tally("allocations", stack == null ? NOT_OURS : firstOfOurs(frames(stack)), type)
                .add(0, weight);
    }

    /** A class as it is written in Java; the virtual machine names arrays by letters. */
    static String readable(String type) {
        String element = type.replaceFirst("^\\[+", "");
        int dimensions = type.length() - element.length();
        if (dimensions == 0) {
            return type;
        }
        String name = switch (element) {
            case "B" -> "byte";
            case "C" -> "char";
            case "D" -> "double";
            case "F" -> "float";
            case "I" -> "int";
            case "J" -> "long";
            case "S" -> "short";
            case "Z" -> "boolean";
            default -> element.replaceFirst("^L(.*);$", "$1");
        };
        return name + "[]".repeat(dimensions);
    }

    /** Innermost first. */
    private static List<String> frames(RecordedStackTrace stack) {
        List<String> frames = new ArrayList<>();
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (method != null && method.getType() != null) {
                String type = method.getType().getName();
                // Native frames, as async-profiler has them, have no class, or that of their library.
                String name = type == null || type.isEmpty() ? method.getName() : type + "." + method.getName();
                frames.add(name.startsWith("/") ? name.substring(name.lastIndexOf('/') + 1) : name);
            }
        }
        return frames;
    }

    private static String firstOfOurs(List<String> frames) {
        return frames.stream()
                .filter(frame -> frame.startsWith("io.taktstrom."))
                .findFirst()
                .orElse(NOT_OURS);
    }

    /** Whether anything in it is of us. */
    boolean hasOurs() {
        return ours > 0;
    }

    long samples() {
        return samples;
    }

    FrameTree flames() {
        return flames;
    }

    /** From its first event to its last. */
    Duration span() {
        Instant from = first;
        Instant to = last;
        return from == null || to == null ? Duration.ZERO : Duration.between(from, to);
    }

    /** Of all processors; negative when it is not in the recording. */
    double load() {
        return loads == 0 ? -1 : load / loads;
    }

    /**
     * The tables, the most telling rows first.
     *
     * @param most rows of those that have no end
     */
    List<Section> sections(int most) {
        List<Section> sections = new ArrayList<>();
        sections.add(
                section("requests", "taktstrom.Request", "Requests, by connection and operation", Tally::totalNanos)
                        .key("connection", "operation")
                        .count("calls", Tally::events)
                        .count("points", Tally::amount)
                        .bytes("bytes", Tally::bytes)
                        .times("p50 p99 max", Tally::nanosAt)
                        .nanos("total", Tally::totalNanos)
                        .made(most));
        sections.add(section(
                        "notifications",
                        "taktstrom.Notification",
                        "Notifications, by connection and scan",
                        Tally::amount)
                .key("connection", "scan")
                .count("batches", Tally::events)
                .count("samples", Tally::amount)
                .times("backlogP50 backlogP99 backlogMax", Tally::waitAt)
                .nanos("takingThem", Tally::totalNanos)
                .made(most));
        sections.add(section(
                        "batches",
                        "taktstrom.Batch",
                        "Flush units, by stream: their age when they were done",
                        Tally::amount)
                .key("stream", "outcome")
                .count("units", Tally::events)
                .count("samples", Tally::amount)
                .times("ageP50 ageP99 ageMax", Tally::waitAt)
                .times("sinkP50 sinkP99 sinkMax", Tally::nanosAt)
                .made(most));
        sections.add(section("deliveries", "taktstrom.Delivery", "What sinks have sent", Tally::bytes)
                .key("sink")
                .count("requests", Tally::events)
                .bytes("bytes", Tally::bytes)
                .times("p50 p99 max", Tally::nanosAt)
                .made(most));
        sections.add(section("spills", "taktstrom.Spill", "Writes to buffers on disk", Tally::amount)
                .key("stream")
                .count("writes", Tally::events)
                .count("samples", Tally::amount)
                .times("p50 p99 max", Tally::nanosAt)
                .made(most));
        sections.add(section("sessions", "taktstrom.Session", "Sessions", Tally::events)
                .key("connection", "turn", "cause")
                .count("times", Tally::events)
                .made(most));
        sections.add(section("overruns", "taktstrom.Overrun", "Polls that were skipped", Tally::amount)
                .key("connection", "scan")
                .count("polls", Tally::amount)
                .made(most));
        sections.add(section("drops", "taktstrom.Drop", "Samples that were dropped", Tally::amount)
                .key("stream", "reason")
                .count("samples", Tally::amount)
                .made(most));
        sections.add(section("threads", "threads", "Time, by thread", Tally::events)
                .key("thread", "state")
                .count("samples", Tally::events)
                .share("share", tally -> (double) tally.events() / Math.max(1, samples))
                .made(most));
        sections.add(section("methods", "methods", "Time, by our method and what it was doing", Tally::events)
                .key("method", "doing", "state")
                .count("samples", Tally::events)
                .share("share", tally -> (double) tally.events() / Math.max(1, samples))
                .made(most));
        long allocated = tallies.getOrDefault("allocations", Map.of()).values().stream()
                .mapToLong(Tally::bytes)
                .sum();
        sections.add(section("allocations", "allocations", "Garbage, by our method and class", Tally::bytes)
                .key("method", "class")
                .bytes("bytes", Tally::bytes)
                .share("share", tally -> (double) tally.bytes() / Math.max(1, allocated))
                .made(most));
        sections.add(section("collections", "jdk.GarbageCollection", "Garbage collections", Tally::totalNanos)
                .key("collector")
                .count("times", Tally::events)
                .times("pausesP50 pausesP99 pausesMax", Tally::nanosAt)
                .nanos("longest", tally -> tally.waitAt(100))
                .nanos("total", Tally::totalNanos)
                .made(most));
        sections.add(section("lost", "jdk.DataLoss", "What is missing in this recording", Tally::amount)
                .key("what")
                .count("bytes", Tally::amount)
                .made(most));
        return sections;
    }

    private Making section(String name, String of, String title, ToLongFunction<Tally> weight) {
        return new Making(name, title, tallies.getOrDefault(of, Map.of()), weight);
    }

    /** A quantile of a tally. */
    @FunctionalInterface
    private interface Quantile {
        long at(Tally tally, double percentile);
    }

    /** A table of tallies in the making. */
    private static final class Making {

        private final String name;
        private final String title;
        private final Map<String, Tally> rows;
        private final ToLongFunction<Tally> weight;
        private final List<Column> columns = new ArrayList<>();
        private final List<Function<Tally, Object>> values = new ArrayList<>();
        private int keys;

        Making(String name, String title, Map<String, Tally> rows, ToLongFunction<Tally> weight) {
            this.name = name;
            this.title = title;
            this.rows = rows;
            this.weight = weight;
        }

        Making key(String... names) {
            keys = names.length;
            for (String each : names) {
                columns.add(new Column(each, Unit.TEXT));
            }
            return this;
        }

        private Making column(String called, Unit unit, Function<Tally, Object> value) {
            columns.add(new Column(called, unit));
            values.add(value);
            return this;
        }

        Making count(String called, ToLongFunction<Tally> value) {
            return column(called, Unit.COUNT, value::applyAsLong);
        }

        Making bytes(String called, ToLongFunction<Tally> value) {
            return column(called, Unit.BYTES, value::applyAsLong);
        }

        Making nanos(String called, ToLongFunction<Tally> value) {
            return column(called, Unit.NANOS, value::applyAsLong);
        }

        Making share(String called, Function<Tally, Object> value) {
            return column(called, Unit.SHARE, value);
        }

        /** Of the half, of 99 in a hundred, and the longest. */
        Making times(String called, Quantile of) {
            String[] names = called.split(" ", -1);
            return nanos(names[0], tally -> of.at(tally, 50))
                    .nanos(names[1], tally -> of.at(tally, 99))
                    .nanos(names[2], tally -> of.at(tally, 100));
        }

        Section made(int most) {
            Section section = new Section(name, title, columns, Math.max(0, rows.size() - most));
            rows.entrySet().stream()
                    .sorted(Map.Entry.<String, Tally>comparingByValue(
                                    (a, b) -> Long.compare(weight.applyAsLong(b), weight.applyAsLong(a)))
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(most)
                    .forEach(row -> {
                        List<Object> cells =
                                new ArrayList<>(List.of(row.getKey().split(SEPARATOR, keys)));
                        values.forEach(value -> cells.add(value.apply(row.getValue())));
                        section.add(cells.toArray());
                    });
            return section;
        }
    }

    /** How long, how busy: one line. */
    String summary() {
        String text = String.format(Locale.ROOT, "%.1f s, %,d stack samples", span().toMillis() / 1e3, samples);
        return load() < 0 ? text : text + String.format(Locale.ROOT, ", %.1f %% of all processors", 100 * load());
    }
}
