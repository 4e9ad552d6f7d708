package io.taktstrom.cli.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Trace;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Lines with time, level and who speaks. What devices and libraries say stays on its line, and moves no cursor: all passes an
 * {@link Outlet}. Thread-safe.
 */
public final class RunLog implements AutoCloseable {

    private final Outlet out;
    private final LogFormat format;
    private final LogLevels levels;
    private final Supplier<Instant> clock;
    private final LongSupplier nanos;
    private final Repeats repeats = new Repeats();

    public RunLog(Outlet out, LogFormat format, LogLevels levels) {
        this(out, format, levels, Instant::now, System::nanoTime);
    }

    /**
     * @param clock for the lines
     * @param nanos monotonic, for what repeats
     */
    RunLog(Outlet out, LogFormat format, LogLevels levels, Supplier<Instant> clock, LongSupplier nanos) {
        this.out = out;
        this.format = format;
        this.levels = levels;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** What the command itself has to say, all of it: it was asked for. */
    public void note(String message) {
        if (Level.INFO.isGreaterOrEqual(levels.ofTakt())) {
            write(new LogLine(clock.get(), Level.INFO, LogLevels.TAKT, LogLevels.TAKT, message, null));
        }
    }

    /** What happens to the deployment. */
    public void onEvent(HealthEvent event) {
        Subject subject = event.subject();
        Level level = event.kind() == HealthEvent.Kind.CLEARED || event.severity() == Condition.UP
                ? Level.INFO
                : event.severity() == Condition.DOWN || isError(event) ? Level.ERROR : Level.WARN;
        boolean isReason = !event.code().isEmpty();
        String text = isReason && event.kind() == HealthEvent.Kind.CLEARED
                ? event.code() + " is over"
                : isReason ? event.code() + ": " + event.text() : event.text();
        String part = subject.kind() == Subject.Kind.DEPLOYMENT
                ? LogLevels.TAKT
                : subject.kind().text();
        if (level.isGreaterOrEqual(levels.ofTakt())) {
            String name = subject.name().isEmpty() ? part : subject.name();
            print(new LogLine(clock.get(), level, part, name, text, null));
        }
    }

    /** What somebody asked for and did not get, whatever it makes of the deployment. */
    private static boolean isError(HealthEvent event) {
        return event.code().equals(Reason.Code.RELOAD_REFUSED.text());
    }

    /** What a library says; its levels were looked at. */
    void library(Level level, String logger, String message, @Nullable Throwable thrown) {
        print(new LogLine(clock.get(), level, logger, logger, message, levels.hasTraces() ? thrown : null));
    }

    /** Says what was kept back, once its minute is over; to be called now and then. */
    public void tellRepeats() {
        List<LogLine> due;
        synchronized (repeats) {
            due = repeats.due(nanos.getAsLong(), clock.get());
        }
        due.forEach(this::write);
    }

    /** Says what was kept back and not told so far. */
    @Override
    public void close() {
        List<LogLine> last;
        synchronized (repeats) {
            last = repeats.last(clock.get());
        }
        last.forEach(this::write);
    }

    private void print(LogLine line) {
        List<LogLine> lines = new ArrayList<>();
        synchronized (repeats) {
            long now = nanos.getAsLong();
            lines.addAll(repeats.due(now, line.time()));
            if (repeats.admits(line, now)) {
                lines.add(line);
            }
        }
        lines.forEach(this::write);
    }

    private void write(LogLine line) {
        out.println(format.of(line));
        Throwable thrown = line.thrown();
        if (thrown != null && format == LogFormat.TEXT) {
            out.printLines(Trace.of(thrown));
        }
        out.flush();
    }

    /** From which level on each part is logged. */
    LogLevels levels() {
        return levels;
    }
}
