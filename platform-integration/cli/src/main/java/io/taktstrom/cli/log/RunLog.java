package io.taktstrom.cli.log;

import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.Reason;
import io.taktstrom.runtime.health.Subject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The log of a run: lines with time, level and source, of the deployment and of libraries, whether these log by SLF4J or, as
 * PostgreSQL's driver and JNA, by java.util.logging. Thread-safe.
 */
public final class RunLog implements AutoCloseable {

    private final TerminalOutput out;
    private final LogFormat format;
    private final LogLevels levels;
    private final Supplier<Instant> clock;
    private final LongSupplier nanos;
    private final RepeatFilter repeats = new RepeatFilter();

    RunLog(TerminalOutput out, LogFormat format, LogLevels levels) {
        this(out, format, levels, Instant::now, System::nanoTime);
    }

    /** @param nanos monotonic, for the minutes of what repeats */
    RunLog(TerminalOutput out, LogFormat format, LogLevels levels, Supplier<Instant> clock, LongSupplier nanos) {
        this.out = out;
        this.format = format;
        this.levels = levels;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** Logs what libraries say, until it is closed. */
    RunLog takeOver() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            if (levels.all() == null) {
                Logging.silenceRepeating(context);
            }
            levels.parts().forEach((logger, level) -> context.getLogger(logger).setLevel(level));
            ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
            root.setLevel(levels.ofLibraries());
            AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
                @Override
                protected void append(ILoggingEvent event) {
                    print(LogLine.of(event, levels.hasTraces()).at(clock.get()));
                }
            };
            appender.setContext(context);
            appender.start();
            root.addAppender(appender);
            // Levels that are off cost java.util.logging nothing, either.
            LevelChangePropagator javaLevels = new LevelChangePropagator();
            javaLevels.setContext(context);
            javaLevels.setResetJUL(true);
            javaLevels.start();
            context.addListener(javaLevels);
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
        return this;
    }

    /** A message of the command itself; never suppressed as a repetition. */
    public void note(String message) {
        if (Level.INFO.isGreaterOrEqual(levels.ofTakt())) {
            write(new LogLine(clock.get(), Level.INFO, LogLevels.TAKT, LogLevels.TAKT, message, null));
        }
    }

    /** What happens to the deployment. */
    public void onEvent(HealthEvent event) {
        Subject subject = event.subject();
        boolean cleared = event.kind() == HealthEvent.Kind.CLEARED;
        boolean refused = event.code().equals(Reason.Code.RELOAD_REFUSED.text());
        Level level = cleared || event.severity() == Condition.UP
                ? Level.INFO
                : refused || event.severity() == Condition.DOWN ? Level.ERROR : Level.WARN;
        String text =
                event.code().isEmpty() ? event.text() : event.code() + (cleared ? " is over" : ": " + event.text());
        if (level.isGreaterOrEqual(levels.ofTakt())) {
            String part = subject.kind() == Subject.Kind.DEPLOYMENT
                    ? LogLevels.TAKT
                    : subject.kind().text();
            String name = subject.name().isEmpty() ? part : subject.name();
            print(new LogLine(clock.get(), level, part, name, text, null));
        }
    }

    /** Writes summaries of what was suppressed, once its minute is over; to be called now and then. */
    public void summarizeRepeats() {
        summaries(false).forEach(this::write);
    }

    private List<LogLine> summaries(boolean all) {
        synchronized (repeats) {
            return repeats.summaries(all, nanos.getAsLong(), clock.get());
        }
    }

    private void print(LogLine line) {
        summaries(false).forEach(this::write);
        boolean admitted;
        synchronized (repeats) {
            admitted = repeats.admits(line, nanos.getAsLong());
        }
        if (admitted) {
            write(line);
        }
    }

    private void write(LogLine line) {
        out.printLines(line.format(format));
        out.flush();
    }

    /** Writes the remaining summaries, and restores the log of libraries as it was before any command. */
    @Override
    public void close() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            SLF4JBridgeHandler.uninstall();
            context.reset();
            new Logging().configure(context);
        }
        summaries(true).forEach(this::write);
    }
}
