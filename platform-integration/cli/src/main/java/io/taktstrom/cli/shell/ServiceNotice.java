package io.taktstrom.cli.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What the service manager of the system hears from this process: ready, alive, stopping, as sd_notify(3) has it. Said by
 * systemd's own program {@code systemd-notify}, because Java has no datagram sockets of Unix. Where no service manager
 * listens, nothing is said. For one thread.
 */
public final class ServiceNotice {

    /** Where the service manager listens. */
    static final String SOCKET = "NOTIFY_SOCKET";
    /** In how many microseconds it takes silence for death. */
    static final String WATCHDOG = "WATCHDOG_USEC";

    private static final String PROGRAM = "systemd-notify";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final boolean listens;
    private final long aliveEveryNanos;
    private final Consumer<String> problems;
    private long saidAt = System.nanoTime();
    private String status = "";
    private boolean failed;

    private ServiceNotice(boolean listens, long aliveEveryNanos, Consumer<String> problems) {
        this.listens = listens;
        this.aliveEveryNanos = aliveEveryNanos;
        this.problems = problems;
    }

    /**
     * For the service manager that started this process, where one did.
     *
     * @param environment as the service manager set it
     * @param problems    gets the first failure to say something
     */
    public static ServiceNotice of(Map<String, String> environment, Consumer<String> problems) {
        String micros = environment.getOrDefault(WATCHDOG, "");
        // Half the time, as sd_watchdog_enabled(3) advises.
        long every = micros.matches("\\d{1,15}") ? TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)) / 2 : 0;
        return new ServiceNotice(!environment.getOrDefault(SOCKET, "").isEmpty(), every, problems);
    }

    /**
     * Says that the work has begun.
     *
     * @param status one line for people
     */
    public void ready(String status) {
        this.status = status;
        say("--ready", "--status=" + status);
    }

    /** Says what the work is, where that is not what was said last: one line for people. */
    public void works(String now) {
        if (!now.equals(status)) {
            status = now;
            say("--status=" + now);
        }
    }

    /** Call it often; it is said as often as the service manager wants to hear it. */
    public void alive() {
        if (aliveEveryNanos > 0 && System.nanoTime() - saidAt >= aliveEveryNanos) {
            saidAt = System.nanoTime();
            say("WATCHDOG=1");
        }
    }

    public void stopping() {
        say("--status=stopping", "STOPPING=1");
    }

    private void say(String... words) {
        if (!listens) {
            return;
        }
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                fail(PROGRAM + " did not end within " + PATIENCE.toSeconds() + " s");
            } else if (process.exitValue() != 0) {
                fail(PROGRAM + " ended with " + process.exitValue());
            }
        } catch (IOException e) {
            fail(e.getMessage() + "; it comes with systemd");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** It is told again all the same: what was a stall is over some time, and silence would be taken for death. */
    private void fail(String why) {
        if (!failed) {
            failed = true;
            problems.accept("the service manager hears nothing from here: " + why);
        }
    }
}
