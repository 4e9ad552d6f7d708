package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.kit.Duty;
import io.taktstrom.runtime.health.HealthEvent.Kind;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.stream.Notices;

/**
 * Looks once a second, so that somebody knows since when something is wrong, and hears when it comes and goes. Thread-safe.
 */
public final class HealthWatch implements AutoCloseable {

    private static final long LOOK_EVERY_NANOS = Duration.ofSeconds(1).toNanos();
    private static final Duration END = Duration.ofMillis(300);
    /** Whoever does not look for so long does not any more. */
    private static final long LIFE_NANOS = Duration.ofSeconds(60).toNanos();

    private final Supplier<Facts> survey;
    private final Supplier<List<AlarmReport>> alarms;
    private final Consumer<Facts> work;
    private final HealthEvents events;
    private final Duty duty;
    private List<Reason> known = List.of();
    /** Real time, whatever clock is injected: the duty follows no other. */
    private volatile long lookedAt;

    private volatile boolean closed;
    /** Of who looks: devices get a moment to answer before they are missed. */
    private boolean begun;

    /**
     * @param survey finds out what is; quick, and asks nobody
     * @param alarms how the rules of the deployment file stand
     * @param work is given them once a second
     * @param events hear of what comes and goes
     * @param notices hears what nobody had foreseen
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
        duty = Duty.shared(
                "takt-runtime-health",
                this::turn,
                () -> {},
                e -> notices.accept("look how the deployment does: " + Notices.inWords(e) + "; looking again"));
    }

    /** Begins to look; once. */
    public void begin() {
        duty.begin();
    }

    private long turn() {
        if (closed) {
            return Duty.OVER;
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
        List<Reason> before;
        List<Reason> now;
        synchronized (this) {
            before = known;
            now = dated(Judge.reasons(facts));
            known = now;
        }
        tell(Kind.RAISED, now, before);
        tell(Kind.CLEARED, before, now);
    }

    private void tell(Kind kind, List<Reason> these, List<Reason> others) {
        for (Reason reason : these) {
            if (others.stream().noneMatch(reason::isSame)) {
                events.add(kind, reason.severity(), reason.subject(), reason.code().text(), reason.text());
            }
        }
    }

    /** With the time at which each was seen first. Guarded by this. */
    private List<Reason> dated(List<Reason> reasons) {
        List<Reason> dated = new ArrayList<>();
        for (Reason reason : reasons) {
            dated.add(known.stream()
                    .filter(reason::isSame)
                    .findFirst()
                    .map(first -> reason.since(first.since()))
                    .orElse(reason));
        }
        return dated;
    }

    /** How the deployment does now, judged anew. */
    public HealthReport report(Facts facts) {
        List<Reason> reasons;
        synchronized (this) {
            reasons = dated(Judge.reasons(facts));
        }
        return new HealthReport(facts, Judge.condition(facts, reasons), reasons, alarms.get());
    }

    /** Whether it still looks. */
    public boolean isAlive() {
        return !closed && System.nanoTime() - lookedAt < LIFE_NANOS;
    }

    @Override
    public void close() {
        closed = true;
        duty.end();
        // What it brings on its way must not meet streams that are closed.
        duty.awaitOver(END);
    }
}
