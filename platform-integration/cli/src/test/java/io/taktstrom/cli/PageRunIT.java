package io.taktstrom.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page as {@code takt run} and {@code takt demo} show it. */
class PageRunIT extends DemoPlant {

    private static final String ONE_STREAM = """
            points:
              - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
            streams:
              - {id: all, from: "**", to: lines}
            sinks:
              lines: {type: jsonl, path: out.jsonl}
            """;

    private Ran run(String... options) throws IOException {
        return run(ONE_STREAM, options);
    }

    private Ran run(String rest, String[] options) throws IOException {
        String file = DeploymentText.write(directory, plc, rest).toString();
        String[] args = new String[options.length + 4];
        args[0] = "run";
        System.arraycopy(options, 0, args, 1, options.length);
        // Behind --ui a file is a file, and no port.
        args[options.length + 1] = file;
        args[options.length + 2] = "--seconds";
        args[options.length + 3] = "1";
        return Ran.takt(args);
    }

    @Test
    void theDemoSaysWhereItsPageIs() {
        Ran ran = Ran.takt("demo", "--ui=0", "--seconds", "1").expect(ExitCode.GOOD);
        assertThat(ran.out())
                .containsPattern("on a page, for a browser on this machine: http://127\\.0\\.0\\.1:[1-9]\\d*/");
    }

    @Test
    void aRunSaysWhereItsPageIs() throws IOException {
        Ran ran = run("--ui=0");
        assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.err()).containsPattern("page at http://127\\.0\\.0\\.1:[1-9]\\d*/");
    }

    @Test
    void aPortThatIsTakenIsNamedWithWhatToDo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ran ran = run("--ui=" + taken.getLocalPort());
            assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
            assertThat(ran.err()).contains("cannot serve the page on 127.0.0.1:" + taken.getLocalPort(), "--ui=PORT");
        }
    }

    @Test
    void writingNeedsAPageAndASectionOfCommands() throws IOException {
        assertThat(run("--ui-write").err()).contains("--ui-write needs a page");
        Ran ran = run("--ui=0", "--ui-write");
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("has no section commands", "add 'commands: {audit: commands.jsonl}'");
    }

    /** The page is a source of commands itself. */
    @Test
    void writingNeedsAPointThatIsWritableAndNoOtherSourceOfCommands() throws IOException {
        String commands = ONE_STREAM + "commands: {audit: audit.jsonl}\n";
        Ran none = run(commands, new String[] {"--ui=0", "--ui-write"});
        assertThat(none.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(none.err()).contains("lists no point as writable", "set 'writable: true'");
        String writable = commands.replace("scan: push}", "scan: push, writable: true, limits: {min: 0, max: 9}}");
        Ran ran = run(writable, new String[] {"--ui=0", "--ui-write"});
        assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.err()).contains("the token to write from the page");
        assertThat(run(writable, new String[] {"--ui=0"}).err()).contains("no source of commands");
    }
}
