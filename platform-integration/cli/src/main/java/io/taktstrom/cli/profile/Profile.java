package io.taktstrom.cli.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a recording, added up event by event. One thread.
 *
 * <pre>
 *   taktstrom.*                         requests, notifications, batches, deliveries, spills, sessions, overruns, drops
 *   jdk.ExecutionSample, NativeMethod   which threads, in which of our methods, in which innermost method
 *   jdk.ObjectAllocationSample          which methods allocate which classes
 *   jdk.GarbageCollection, CPULoad      the cost of that
 * </pre>
 */
final class Profile {

    private static final String OURS = "taktstrom.";

    private final List<String> threads;
    private final FrameTree flames = new FrameTree("all");
    private final Map<String, Map<List<String>, Tally>> tallies = new HashMap<>();
    private long ours;
    private long samples;
    private double load;
    private long loads;
    private @Nullable Instant first;
    private @Nullable Instant last;

    /** @param threads only samples of threads whose names contain one of these; empty for all */
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
                tally(type, "bytes of events that Flight Recorder lost").add(event.getLong("amount"), 0);
            default -> {
                // Not shown.
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
        return tallies.computeIfAbsent(of, name -> new HashMap<>()).computeIfAbsent(List.of(key), name -> new Tally());
    }

    private static String text(RecordedEvent event, String field) {
        String value = event.getString(field);
        return value == null ? "" : value;
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
        StackFrames frames = StackFrames.of(stack);
        tally("threads", name, state).add(1, 0);
        tally("methods", frames.firstOfOurs(), frames.innermost(), state).add(1, 0);
        flames.add(frames.below(name), 1);
    }

    private boolean isWanted(String thread) {
        return threads.isEmpty() || threads.stream().anyMatch(thread::contains);
    }

    private void allocation(RecordedEvent event, long weight) {
        RecordedClass type = event.getClass("objectClass");
        tally(
                        "allocations",
                        StackFrames.of(event.getStackTrace()).firstOfOurs(),
                        type == null ? "?" : StackFrames.className(type.getName()))
                .add(0, weight);
    }

    /** Whether it has events of ours. */
    boolean hasOurs() {
        return ours > 0;
    }

    long samples() {
        return samples;
    }

    FrameTree flames() {
        return flames;
    }

    /** What was counted of one kind, by the parts of its name. */
    Map<List<String>, Tally> tallies(String of) {
        return tallies.getOrDefault(of, Map.of());
    }

    /** Duration and load, on one line. */
    String summary() {
        long millis = first == null || last == null
                ? 0
                : Duration.between(first, last).toMillis();
        String text = String.format(Locale.ROOT, "%.1f s, %,d stack samples", millis / 1e3, samples);
        return loads == 0 ? text : text + String.format(Locale.ROOT, ", %.1f %% of all processors", 100 * load / loads);
    }
}
