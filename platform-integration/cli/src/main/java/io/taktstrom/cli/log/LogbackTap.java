package io.taktstrom.cli.log;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.jul.LevelChangePropagator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.taktstrom.cli.terminal.Logging;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Has libraries write into our log instead of their own, whether they log by SLF4J or, as PostgreSQL's driver and JNA, by java.util.logging. */
public final class LogbackTap extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final RunLog log;

    private LogbackTap(RunLog log) {
        this.log = log;
    }

    /** From now on, until it is closed. */
    public static LogbackTap into(RunLog log) {
        LogbackTap tap = new LogbackTap(log);
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            LogLevels levels = log.levels();
            if (levels.all() == null) {
                Logging.quieten(context);
            }
            levels.parts().forEach((logger, level) -> context.getLogger(logger).setLevel(level));
            ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
            root.setLevel(levels.ofLibraries());
            tap.setContext(context);
            tap.start();
            root.addAppender(tap);
            // Levels that are off cost java.util.logging nothing, either.
            LevelChangePropagator levelsOfJava = new LevelChangePropagator();
            levelsOfJava.setContext(context);
            levelsOfJava.setResetJUL(true);
            levelsOfJava.start();
            context.addListener(levelsOfJava);
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
        }
        return tap;
    }

    @Override
    protected void append(ILoggingEvent event) {
        Throwable thrown = event.getThrowableProxy() instanceof ThrowableProxy proxy ? proxy.getThrowable() : null;
        log.library(event.getLevel(), event.getLoggerName(), event.getFormattedMessage(), thrown);
    }

    /** As it was before any command. */
    @Override
    public void close() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            SLF4JBridgeHandler.uninstall();
            context.reset();
            new Logging().configure(context);
        }
    }
}
