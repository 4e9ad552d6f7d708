package io.taktstrom.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Terminal;

/** A command that ran in this process. */
record Ran(int code, String out, String err) {

    static Ran takt(String... args) {
        return takt(new StopSignal(), args);
    }

    /** @param stop ends it */
    static Ran takt(StopSignal stop, String... args) {
        return takt("", false, stop, args);
    }

    /** As if someone sat at a terminal and typed an answer. */
    static Ran taktAnswering(String answer, String... args) {
        return takt(answer, true, new StopSignal(), args);
    }

    /** As if its output went to a terminal with colours. */
    static Ran taktOnTerminal(String... args) {
        return takt("", false, true, new StopSignal(), args);
    }

    /** With a pipe as its input. */
    static Ran taktPiped(String input, String... args) {
        return takt(input, false, new StopSignal(), args);
    }

    private static Ran takt(String input, boolean live, StopSignal stop, String... args) {
        return takt(input, live, false, stop, args);
    }

    private static Ran takt(String input, boolean live, boolean shown, StopSignal stop, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        int code = Takt.run(args, new Terminal(in, stream(out), stream(err), live, shown, shown, shown), stop);
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
