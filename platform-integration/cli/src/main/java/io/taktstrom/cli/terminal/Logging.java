package io.taktstrom.cli.terminal;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where logs go: warnings to standard error, a line each; all there is, with traces, when asked for. Found by Logback,
 * which spares it a file to parse.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /** Says no more than the notices that the commands show anyway. */
    private static final String STREAM = "io.taktstrom.stream";

    /** Logs with traces what the connector says in its own words, in the exception that it throws. */
    private static final String MILO = "org.eclipse.milo";

    /** Clients of brokers warn of each attempt to connect; what matters is in the notices and in the sink's health. */
    private static final String KAFKA = "org.apache.kafka";

    private static final String AMQP = "com.rabbitmq";

    private static final String PLC4J = "org.apache.plc4x";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        log(context, Level.WARN, false);
        quieten(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Turns those off that say what is said anyway. */
    public static void quieten(LoggerContext context) {
        for (String logger : List.of(STREAM, MILO, KAFKA, AMQP)) {
            context.getLogger(logger).setLevel(Level.OFF);
        }
    }

    public static void verbose() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            // The backend plc4j mutes it, unless somebody wants to see it.
            context.getLogger(PLC4J).setLevel(Level.DEBUG);
            log(context, Level.DEBUG, true);
        }
    }

    private static void log(LoggerContext context, Level level, boolean verbose) {
        LogLines encoder = new LogLines(verbose);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        root.addAppender(appender);
    }
}
