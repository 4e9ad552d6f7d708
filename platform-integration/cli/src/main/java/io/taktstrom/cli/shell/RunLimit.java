package io.taktstrom.cli.shell;

import java.time.Duration;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How long a command runs that has no end of its own. */
public final class RunLimit {

    private static final double LONGEST_SECONDS = Duration.ofDays(36_500).toSeconds();

    private Duration limit = Duration.ofSeconds((long) LONGEST_SECONDS);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "End after this many seconds; without it, when stopped (Ctrl-C).")
    public void seconds(double seconds) {
        if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
            throw new ParameterException(spec.commandLine(), "--seconds " + seconds + " must be more than 0");
        }
        limit = Duration.ofNanos((long) (seconds * 1e9));
    }

    /** Runs work again and again, with pauses, until the time is over or someone wants it to stop. */
    public void repeat(StopSignal stop, Duration pause, Runnable work) {
        stop.heed();
        long start = System.nanoTime();
        Duration left = limit;
        while (left.compareTo(Duration.ZERO) > 0 && !stop.await(left.compareTo(pause) < 0 ? left : pause)) {
            work.run();
            left = limit.minusNanos(System.nanoTime() - start);
        }
    }
}
