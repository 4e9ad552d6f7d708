package io.taktstrom.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;

import static org.assertj.core.api.Assertions.assertThat;

/** A command that ran in this process. */
public record Ran(int code, String out, String err) {

    public static Ran takt(String... args) {
        return takt("", false, false, args);
    }

    /**
     * The same, watched meanwhile.
     *
     * @param stop ends it
     * @param out what it prints
     */
    static Ran takt(StopSignal stop, ByteArrayOutputStream out, ByteArrayOutputStream err, String... args) {
        return takt("", false, false, stop, out, err, args);
    }

    /** As if someone sat at a terminal and typed an answer. */
    static Ran taktAnswering(String answer, String... args) {
        return takt(answer, true, false, args);
    }

    /** As if its output went to a terminal with colours. */
    static Ran taktOnTerminal(String... args) {
        return takt("", false, true, args);
    }

    /** With a pipe as its input. */
    static Ran taktPiped(String input, String... args) {
        return takt(input, false, false, args);
    }

    private static Ran takt(String input, boolean live, boolean shown, String... args) {
        return takt(
                input, live, shown, new StopSignal(), new ByteArrayOutputStream(), new ByteArrayOutputStream(), args);
    }

    private static Ran takt(
            String input,
            boolean live,
            boolean shown,
            StopSignal stop,
            ByteArrayOutputStream out,
            ByteArrayOutputStream err,
            String... args) {
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        Terminal terminal = new Terminal(in, output(out), output(err), live, shown, shown, shown);
        int code = Takt.run(args, new Shell(terminal, stop));
        Ran ran = new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        ShownSecret.assertNoneIn(ran.out + ran.err);
        return ran;
    }

    private static TerminalOutput output(ByteArrayOutputStream bytes) {
        return new TerminalOutput(new PrintStream(bytes, false, StandardCharsets.UTF_8));
    }

    List<String> lines() {
        return out.lines().toList();
    }

    /** Checks the exit code. */
    public Ran expect(int expected) {
        assertThat(code).as("%s%n%s", out, err).isEqualTo(expected);
        return this;
    }
}
