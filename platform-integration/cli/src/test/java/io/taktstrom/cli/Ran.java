package io.taktstrom.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A command that ran in this process. */
record Ran(int code, String out, String err) {

    static Ran takt(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Takt.run(args, new ByteArrayInputStream(new byte[0]), stream(out), stream(err));
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** As if someone sat at a terminal and typed an answer. */
    static Ran taktAnswering(String answer, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayInputStream in = new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8));
        Terminal terminal = new Terminal(in, stream(out), stream(err), true, false, false, false);
        int code = Takt.run(args, terminal, new StopSignal());
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, false, StandardCharsets.UTF_8);
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
