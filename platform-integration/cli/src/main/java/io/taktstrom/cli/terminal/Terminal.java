package io.taktstrom.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Where a command reads and writes.
 *
 * @param out results; buffered, so flush it when someone should see them
 * @param err everything else
 * @param inIsLive whether the input is a terminal, at which an answer can be typed
 * @param outIsLive whether {@code out} is a terminal, on which lines can be drawn again
 * @param errIsLive whether {@code err} is one
 * @param colour whether escape sequences for colours are wanted
 */
public record Terminal(
        InputStream in,
        TerminalOutput out,
        TerminalOutput err,
        boolean inIsLive,
        boolean outIsLive,
        boolean errIsLive,
        boolean colour) {

    /** Columns and rows of a terminal. */
    public record Size(int columns, int rows) {
        public static final Size STANDARD = new Size(80, 24);
    }

    private static final int OUT_BUFFER_BYTES = 1 << 16;

    /** Of this process. Text is always UTF-8. Colours only on a terminal, and not with NO_COLOR (no-color.org). */
    public static Terminal ofProcess() {
        OutputStream descriptor = new FileOutputStream(FileDescriptor.out);
        // The reader of a pipe may leave it; a file that ends early is a disk that is full.
        boolean toFile = targetOf(1).startsWith("/") && !isTerminal(1);
        TerminalOutput out = toFile
                ? TerminalOutput.toFile(descriptor, OUT_BUFFER_BYTES)
                : new TerminalOutput(new PrintStream(
                        new BufferedOutputStream(descriptor, OUT_BUFFER_BYTES), false, StandardCharsets.UTF_8));
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        boolean outIsLive = isTerminal(1);
        String noColour = System.getenv("NO_COLOR");
        boolean colour = outIsLive && (noColour == null || noColour.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
        return new Terminal(System.in, out, new TerminalOutput(err), isTerminal(0), outIsLive, isTerminal(2), colour);
    }

    /** Of files, pipes and tests. */
    public static Terminal plain(InputStream in, PrintStream out, PrintStream err) {
        return new Terminal(in, new TerminalOutput(out), new TerminalOutput(err), false, false, false, false);
    }

    /** From now on what libraries print in this process goes through {@code err}, too. */
    public void takeOver() {
        PrintStream others = new PrintStream(err, true, StandardCharsets.UTF_8);
        System.setOut(others);
        System.setErr(others);
    }

    /** The JDK knows only whether both input and output are one. Where there is no /proc, none is: plain lines work everywhere. */
    private static boolean isTerminal(int descriptor) {
        String target = targetOf(descriptor);
        return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
    }

    /** A file, or what it is, as {@code pipe:[4711]}; empty where it is unknown. */
    private static String targetOf(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            return Files.isSymbolicLink(link) ? Files.readSymbolicLink(link).toString() : "";
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks; whether the answer is yes. */
    public boolean agrees(String question) throws IOException {
        err.print(question + " [y/N] ");
        err.flush();
        String answer = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }

    /** Whether the input is that of this process, so that its console can hide what is typed. */
    public boolean isOfProcess() {
        return in == System.in;
    }

    /** What is typed at the console of this process after a prompt, without echo; empty when nothing is. */
    public String unseen(String prompt) {
        Console console = Objects.requireNonNull(System.console(), "a terminal has a console");
        char[] typed = console.readPassword("%s", Printable.of(prompt));
        return typed == null ? "" : new String(typed);
    }

    /** As it is now: windows can be resized. The standard size where it is unknown. */
    public Size size() {
        if (!outIsLive) {
            return Size.STANDARD;
        }
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(Path.of("/dev/tty").toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            boolean known = stty.waitFor(1, TimeUnit.SECONDS) && stty.exitValue() == 0 && size.length == 2;
            return known ? new Size(Integer.parseInt(size[1]), Integer.parseInt(size[0])) : Size.STANDARD;
        } catch (IOException | NumberFormatException e) {
            return Size.STANDARD;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Size.STANDARD;
        }
    }
}
