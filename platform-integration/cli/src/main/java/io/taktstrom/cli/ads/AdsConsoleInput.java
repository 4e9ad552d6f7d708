package io.taktstrom.cli.ads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.RestartingThread;
import org.jspecify.annotations.Nullable;

/**
 * Standard input as the console of a simulated PLC: a terminal, or a pipe. A thread of its own reads it, as nothing ends a
 * read from a terminal; the end of the input ends the command.
 */
final class AdsConsoleInput implements Runnable {

    private static final int MAX_CHARACTERS = 4096;

    private final Shell shell;
    private final AdsConsole console;
    private volatile boolean good = true;

    private AdsConsoleInput(AdsSimulator plc, Shell shell) {
        this.shell = shell;
        this.console = new AdsConsole(plc, shell.stop());
    }

    static AdsConsoleInput start(AdsSimulator plc, Shell shell) {
        AdsConsoleInput input = new AdsConsoleInput(plc, shell);
        RestartingThread.start("takt-console", input, e -> input.wrong("commands: " + e), EpochNanoClock.system());
        return input;
    }

    /** Whether all lines were good so far. */
    boolean isGood() {
        return good;
    }

    @Override
    public void run() {
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(shell.terminal().in(), StandardCharsets.UTF_8));
            for (String line = line(lines); line != null && !shell.stop().isAsked(); line = line(lines)) {
                execute(line);
            }
        } catch (IOException e) {
            wrong("cannot read commands: " + e.getMessage());
        } finally {
            shell.stop().ask();
        }
    }

    /** Null at the end; of a line that is too long, what there is room for. */
    private static @Nullable String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = lines.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = lines.read()) {
            if (line.length() <= MAX_CHARACTERS) {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private void execute(String line) {
        Outlet out = shell.terminal().out();
        try {
            if (line.length() > MAX_CHARACTERS) {
                throw new IllegalArgumentException("a line of more than " + MAX_CHARACTERS + " characters");
            }
            String answer = console.execute(line);
            if (!answer.isEmpty()) {
                out.printLines(answer + "\n");
                out.flush();
            }
        } catch (IllegalArgumentException | IOException e) {
            wrong(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // A command that fails must not end the simulator, nor those that come behind it.
            wrong(e.toString());
        }
    }

    private void wrong(String message) {
        good = false;
        shell.note(message);
    }
}
