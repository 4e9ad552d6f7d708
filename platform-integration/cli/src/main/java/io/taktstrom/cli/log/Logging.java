package io.taktstrom.cli.log;

import java.nio.charset.StandardCharsets;
import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.taktstrom.cli.terminal.Printable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log of libraries: warnings to standard error, a line each; with {@code --verbose} everything, with stack traces. Logback
 * finds this class as a service, which saves it a file to parse.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /**
     * Loggers that repeat what is reported anyway: the stream what notices say, Milo exceptions that the connector throws, clients of
     * brokers each attempt to connect.
     */
    private static final List<String> REPEATING =
            List.of("io.taktstrom.stream", "org.eclipse.milo", "org.apache.kafka", "com.rabbitmq");

    private static final String PLC4J = "org.apache.plc4x";

    /** Events as text for standard error. */
    public static final class LineEncoder extends EncoderBase<ILoggingEvent> {

        private final boolean verbose;

        /** @param verbose whether to show time, logger and stack traces */
        public LineEncoder(boolean verbose) {
            this.verbose = verbose;
        }

        @Override
        public byte[] encode(ILoggingEvent event) {
            String text = verbose
                    ? LogLine.of(event, true).format(LogFormat.TEXT)
                    : Printable.of("takt: " + event.getLevel() + " " + event.getFormattedMessage()) + "\n";
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public byte[] headerBytes() {
            return new byte[0];
        }

        @Override
        public byte[] footerBytes() {
            return new byte[0];
        }
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        log(context, Level.WARN, false);
        silenceRepeating(context);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void silenceRepeating(LoggerContext context) {
        REPEATING.forEach(logger -> context.getLogger(logger).setLevel(Level.OFF));
    }

    public static void verbose() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.reset();
            // The backend plc4j turns it off where its level is not set.
            context.getLogger(PLC4J).setLevel(Level.DEBUG);
            log(context, Level.DEBUG, true);
        }
    }

    private static void log(LoggerContext context, Level level, boolean verbose) {
        LineEncoder encoder = new LineEncoder(verbose);
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
