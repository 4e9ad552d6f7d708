package io.taktstrom.cli.terminal;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.encoder.EncoderBase;

/** Log events as text. Libraries quote what devices said: a message stays on its line, and is made {@link Printable}. */
public final class LogLines extends EncoderBase<ILoggingEvent> {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private final boolean verbose;

    /** @param verbose whether to show time, thread, logger and where exceptions come from */
    public LogLines(boolean verbose) {
        this.verbose = verbose;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        StringBuilder text = new StringBuilder();
        if (verbose) {
            String time = TIME.format(Instant.ofEpochMilli(event.getTimeStamp()).atZone(ZoneId.systemDefault()));
            line(
                    text,
                    time
                            + " %-5s [%s] %s: %s"
                                    .formatted(
                                            event.getLevel(),
                                            event.getThreadName(),
                                            event.getLoggerName(),
                                            event.getFormattedMessage()));
            if (event.getThrowableProxy() instanceof ThrowableProxy proxy) {
                text.append(Trace.of(proxy.getThrowable()));
            }
        } else {
            line(text, "takt: " + event.getLevel() + " " + event.getFormattedMessage());
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void line(StringBuilder text, String line) {
        text.append(Printable.of(line)).append('\n');
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
