package io.taktstrom.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Terminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** A reader that leaves, as {@code | head} does, has seen enough: the command ends, and says nothing of it. */
@Timeout(120)
class ClosedOutputIT extends DemoPlant {

    /** A pipe whose reader leaves after some writes. */
    private static final class Pipe extends OutputStream {

        private int left;

        Pipe(int writes) {
            left = writes;
        }

        @Override
        public void write(int oneByte) throws IOException {
            write(new byte[] {(byte) oneByte}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (left-- <= 0) {
                throw new IOException("Broken pipe");
            }
        }
    }

    private static void endsQuietly(int lines, String... args) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = Terminal.plain(
                InputStream.nullInputStream(),
                new PrintStream(new Pipe(lines), false, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Takt.run(args, new Shell(terminal, new StopSignal()));
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isEqualTo(ExitCode.GOOD);
        assertThat(said).doesNotContain("internal error", "Broken pipe", "closed", "dropped", "is not read");
    }

    @Test
    void watchEnds() {
        endsQuietly(3, "watch", plc.endpointUri(), "MAIN.nCycle", "--json");
    }

    @Test
    void runEndsAndWhatElseItWroteIsWhole() throws IOException {
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                  - {id: plc.polled, on: plc, address: MAIN.nCycle, scan: poll}
                streams:
                  - {id: all, from: "**", to: [console, lines]}
                sinks:
                  console: {type: console}
                  lines: {type: jsonl, path: out.jsonl}
                """);
        endsQuietly(3, "run", file.toString());
        assertThat(directory.resolve("out.jsonl")).isNotEmptyFile();
    }

    @Test
    void demoEnds() {
        endsQuietly(3, "demo");
    }

    @Test
    void browseEnds() {
        endsQuietly(0, "browse", plc.endpointUri(), "--json");
    }
}
