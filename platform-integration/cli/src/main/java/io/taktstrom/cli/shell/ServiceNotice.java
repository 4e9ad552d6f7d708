package io.taktstrom.cli.shell;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Notifies the service manager of the system: ready, alive, stopping, as sd_notify(3) has it. Uses systemd's own program
 * {@code systemd-notify}, because Java has no datagram sockets of Unix. Does nothing where no service manager listens. For one
 * thread.
 */
public final class ServiceNotice {

    /** Where the service manager listens. */
    static final String SOCKET = "NOTIFY_SOCKET";
    /** After how many microseconds without a notification it restarts the process. */
    static final String WATCHDOG = "WATCHDOG_USEC";

    private static final String PROGRAM = "systemd-notify";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final boolean enabled;
    private final long aliveEveryNanos;
    private final Consumer<String> problems;
    private long notifiedAt = System.nanoTime();
    private String status = "";
    private boolean failed;

    private ServiceNotice(boolean enabled, long aliveEveryNanos, Consumer<String> problems) {
        this.enabled = enabled;
        this.aliveEveryNanos = aliveEveryNanos;
        this.problems = problems;
    }

    /**
     * For the service manager that started this process, where one did.
     *
     * @param environment as the service manager set it
     * @param problems    gets the first failure
     */
    public static ServiceNotice of(Map<String, String> environment, Consumer<String> problems) {
        String micros = environment.getOrDefault(WATCHDOG, "");
        // Half the time, as sd_watchdog_enabled(3) advises.
        long every = micros.matches("\\d{1,15}") ? TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)) / 2 : 0;
        return new ServiceNotice(!environment.getOrDefault(SOCKET, "").isEmpty(), every, problems);
    }

    /**
     * The work has begun.
     *
     * @param status one line for people
     */
    public void ready(String status) {
        this.status = status;
        send("--ready", "--status=" + status);
    }

    /** Sends one line for people, when it differs from the last. */
    public void status(String now) {
        if (!now.equals(status)) {
            status = now;
            send("--status=" + now);
        }
    }

    /** Call it often; it is sent as often as the service manager requires. */
    public void alive() {
        if (aliveEveryNanos > 0 && System.nanoTime() - notifiedAt >= aliveEveryNanos) {
            notifiedAt = System.nanoTime();
            send("WATCHDOG=1");
        }
    }

    public void stopping() {
        send("--status=stopping", "STOPPING=1");
    }

    private void send(String... words) {
        if (!enabled) {
            return;
        }
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(List.of(words));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                fail(PROGRAM + " did not end within " + TIMEOUT.toSeconds() + " s");
            } else if (process.exitValue() != 0) {
                fail(PROGRAM + " ended with " + process.exitValue());
            }
        } catch (IOException e) {
            fail(e.getMessage() + "; it comes with systemd");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Later notifications are sent all the same: the cause may pass, and without them the process would be restarted. */
    private void fail(String why) {
        if (!failed) {
            failed = true;
            problems.accept("cannot notify the service manager: " + why);
        }
    }
}
