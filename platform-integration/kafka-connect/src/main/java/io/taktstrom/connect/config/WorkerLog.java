package io.taktstrom.connect.config;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import io.taktstrom.stream.Notices;
import org.slf4j.LoggerFactory;

/**
 * Hands what the engine logs by the JDK's own loggers to the worker's log, which does not have it otherwise: a worker has no handler but
 * the console's.
 */
public final class WorkerLog extends Handler {

    /** Held, for the JDK forgets loggers that no one holds. */
    private static final Logger OURS = Logger.getLogger("io.taktstrom");

    static {
        OURS.addHandler(new WorkerLog());
        OURS.setUseParentHandlers(false);
    }

    private WorkerLog() {}

    /** A listener for notices; those that the engine has logged are in the worker's log by now. */
    public static Consumer<String> unlessLogged(Consumer<String> log) {
        return notice -> {
            if (!Notices.areLogged()) {
                log.accept(notice);
            }
        };
    }

    @Override
    public void publish(LogRecord record) {
        org.slf4j.Logger log = LoggerFactory.getLogger(record.getLoggerName());
        if (record.getLevel().intValue() >= Level.SEVERE.intValue()) {
            log.error(record.getMessage(), record.getThrown());
        } else if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            log.warn(record.getMessage(), record.getThrown());
        } else {
            log.info(record.getMessage(), record.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
