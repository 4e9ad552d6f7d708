package io.taktstrom.s7.plc4j;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

import ch.qos.logback.classic.LoggerContext;
import org.slf4j.ILoggerFactory;
import org.slf4j.LoggerFactory;

/**
 * Mutes what plc4j and its Netty log, with traces, about what this backend says in its own words: refused connections, lost
 * ones, answers that they do not understand. A level that is set already stays.
 *
 * <p>SLF4J has no levels to set, so this knows the two that do: Logback and java.util.logging.
 */
final class QuietLoggers {

    private static final String PLC4J = "org.apache.plc4x";
    /** Others may use Netty, too: its errors are shown. */
    private static final String NETTY = "io.netty";

    private static final String LOGBACK = "ch.qos.logback.classic.LoggerContext";

    /** java.util.logging holds loggers weakly. */
    private static final List<Logger> KEPT = new ArrayList<>();

    private QuietLoggers() {}

    /** Idempotent. */
    static synchronized void mute() {
        ILoggerFactory factory = LoggerFactory.getILoggerFactory();
        if (factory.getClass().getName().equals(LOGBACK)) {
            Logback.mute(factory);
        }
        if (KEPT.isEmpty()) {
            mute(Logger.getLogger(PLC4J), Level.OFF);
            mute(Logger.getLogger(NETTY), Level.SEVERE);
        }
    }

    private static void mute(Logger logger, Level level) {
        KEPT.add(logger);
        if (logger.getLevel() == null) {
            logger.setLevel(level);
        }
    }

    /** A class of its own, so that Logback is optional. */
    private static final class Logback {

        static void mute(ILoggerFactory factory) {
            LoggerContext context = (LoggerContext) factory;
            mute(context.getLogger(PLC4J), ch.qos.logback.classic.Level.OFF);
            mute(context.getLogger(NETTY), ch.qos.logback.classic.Level.ERROR);
        }

        private static void mute(ch.qos.logback.classic.Logger logger, ch.qos.logback.classic.Level level) {
            if (logger.getLevel() == null) {
                logger.setLevel(level);
            }
        }
    }
}
