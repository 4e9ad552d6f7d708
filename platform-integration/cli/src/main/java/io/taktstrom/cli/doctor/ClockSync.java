package io.taktstrom.cli.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Whether this machine's clock follows a time server, without which no two devices' times can be compared. */
final class ClockSync {

    private static final String REMEDY = "run chrony or systemd-timesyncd, against the same server as the devices";

    private ClockSync() {}

    static Finding check(Machine machine) {
        String answer = machine.has("run/systemd/timesync/synchronized") ? "yes" : timedatectl();
        return switch (answer) {
            case "yes" -> Finding.good("clock", "synchronised with a time server");
            case "no" -> Finding.watch("clock", "not synchronised: sourceTime and receivedAt may drift apart", REMEDY);
            default -> Finding.watch("clock", "this system does not say whether it is synchronised", REMEDY);
        };
    }

    /** {@code yes}, {@code no}, or something else where systemd is not in charge. */
    private static String timedatectl() {
        try {
            Process process = new ProcessBuilder("timedatectl", "show", "--property=NTPSynchronized", "--value")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
