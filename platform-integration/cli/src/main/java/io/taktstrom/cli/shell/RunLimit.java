package io.taktstrom.cli.shell;

import java.time.Duration;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** How long a command runs that does not end by itself. */
public final class RunLimit {

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = Seconds.class,
            description = "End after this many seconds; without it, when stopped (Ctrl-C).")
    private Duration limit = Seconds.LONGEST;

    /** A number of seconds, with a fraction or without. */
    public static final class Seconds implements ITypeConverter<Duration> {

        private static final Duration LONGEST = Duration.ofDays(36_500);

        @Override
        public Duration convert(String text) {
            double seconds;
            try {
                seconds = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is not a number");
            }
            if (!(seconds > 0 && seconds <= LONGEST.toSeconds())) {
                throw new TypeConversionException(text + " must be more than 0, and at most " + LONGEST.toSeconds());
            }
            return Duration.ofNanos((long) (seconds * 1e9));
        }
    }

    /** Runs work again and again, with pauses, until the time is over or a stop is requested. */
    public void repeat(StopSignal stop, Duration pause, Runnable work) {
        stop.handle();
        long start = System.nanoTime();
        Duration left = limit;
        while (!left.isNegative() && !left.isZero() && !stop.await(left.compareTo(pause) < 0 ? left : pause)) {
            work.run();
            left = limit.minusNanos(System.nanoTime() - start);
        }
    }
}
