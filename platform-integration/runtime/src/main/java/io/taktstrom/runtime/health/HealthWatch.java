package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.health.HealthEvent.Kind;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.stream.Notices;

/**
 * Looks once a second, so that it is known since when something is wrong, and events tell when it comes and goes. Thread-safe.
 */
public final class HealthWatch implements AutoCloseable {

    private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration END = Duration.ofMillis(300);
    /** A watch that has not looked for so long is stuck. */
    private static final long LIFE_NANOS = Duration.ofSeconds(60).toNanos();

    /** A reason, and how many looks in a row have found it. */
    private record Seen(Reason reason, int looks) {
        boolean isTold() {
            int needed = reason.code().looks();
            return needed > 0 && looks >= needed;
        }
    }

    private final Supplier<Facts> survey;
    private final Supplier<List<AlarmReport>> alarms;
    private final Consumer<Facts> work;
    private final HealthEvents events;
    private final ScheduledTask task;
    private List<Seen> known = List.of();
    /** Real time, whatever clock is injected: the task follows no other. */
    private volatile long lookedAt;

    private volatile boolean closed;
    /** Of who looks: devices get a moment to answer before they are missed. */
    private boolean begun;

    /**
     * @param survey returns the present facts; does not block
     * @param alarms how the rules of the deployment file stand
     * @param work is given them once a second
     * @param events hear of what comes and goes
     * @param notices receives unexpected failures
     */
    public HealthWatch(
            Supplier<Facts> survey,
            Supplier<List<AlarmReport>> alarms,
            Consumer<Facts> work,
            HealthEvents events,
            Consumer<String> notices) {
        this.survey = survey;
        this.alarms = alarms;
        this.work = work;
        this.events = events;
        lookedAt = System.nanoTime();
        task = ScheduledTask.pooled(
                "takt-runtime-health",
                this::turn,
                () -> {},
                e -> notices.accept("look how the deployment does: " + Notices.inWords(e) + "; looking again"));
    }

    /** Begins to look; once. */
    public void begin() {
        task.begin();
    }

    private long turn() {
        if (closed) {
            return ScheduledTask.OVER;
        }
        if (begun) {
            look();
        }
        begun = true;
        return LOOK_EVERY_NANOS;
    }

    /** Looks now. */
    void look() {
        Facts facts = survey.get();
        lookedAt = System.nanoTime();
        work.accept(facts);
        List<Seen> before;
        List<Seen> now;
        synchronized (this) {
            before = known;
            List<Seen> found = seen(HealthEvaluator.reasons(facts));
            known = Stream.concat(found.stream(), before.stream().filter(seen -> isHidden(seen, found)))
                    .toList();
            now = known;
        }
        now.stream()
                .filter(seen -> seen.looks() == seen.reason().code().looks() && !before.contains(seen))
                .forEach(seen -> tell(Kind.RAISED, seen.reason()));
        before.stream()
                .filter(Seen::isTold)
                .filter(seen -> now.stream().noneMatch(other -> other.reason().isSame(seen.reason())))
                .forEach(seen -> tell(Kind.CLEARED, seen.reason()));
    }

    private void tell(Kind kind, Reason reason) {
        events.add(kind, reason.severity(), reason.subject(), reason.code().text(), reason.text());
    }

    /** What is wrong with the points of a device is not over because the device is away: that is seen when it is back. */
    private static boolean isHidden(Seen seen, List<Seen> found) {
        Reason.Code code = seen.reason().code();
        return seen.isTold()
                && code != Reason.Code.NOT_CONNECTED
                && found.stream().noneMatch(other -> other.reason().isSame(seen.reason()))
                && found.stream()
                        .map(Seen::reason)
                        .anyMatch(other ->
                                (other.code() == Reason.Code.NOT_CONNECTED || other.code() == Reason.Code.STARTING)
                                        && HealthEvaluator.isAbout(seen.reason(), other.subject()));
    }

    /** Guarded by this. */
    private List<Seen> seen(List<Reason> reasons) {
        return dated(reasons).stream()
                .map(reason -> new Seen(reason, 1 + looks(reason)))
                .toList();
    }

    private int looks(Reason reason) {
        return known.stream()
                .filter(seen -> seen.reason().isSame(reason))
                .findFirst()
                .map(Seen::looks)
                .orElse(0);
    }

    /** With the time at which each was seen first. Guarded by this. */
    private List<Reason> dated(List<Reason> reasons) {
        List<Reason> dated = new ArrayList<>();
        for (Reason reason : reasons) {
            dated.add(known.stream()
                    .map(Seen::reason)
                    .filter(reason::isSame)
                    .findFirst()
                    .map(first -> reason.since(first.since()))
                    .orElse(reason));
        }
        return dated;
    }

    /** How the deployment does now, evaluated now. */
    public HealthReport report(Facts facts) {
        List<Reason> reasons;
        synchronized (this) {
            reasons = dated(HealthEvaluator.reasons(facts));
        }
        return new HealthReport(facts, HealthEvaluator.condition(facts, reasons), reasons, alarms.get());
    }

    /** Whether it still looks. */
    public boolean isAlive() {
        return !closed && System.nanoTime() - lookedAt < LIFE_NANOS;
    }

    @Override
    public void close() {
        closed = true;
        task.end();
        // What it brings on its way must not meet streams that are closed.
        task.awaitEnd(END);
    }
}
