package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A simulated PLC and its console, from the command line. */
@Timeout(60)
class SimulateAdsIT {

    private static final String MODEL = """
            symbols:
              MAIN.a: {type: DINT, value: 1}
              MAIN.s: {type: STRING(20), value: one}
            """;

    @TempDir
    Path directory;

    private Ran console(String... lines) throws IOException {
        Path model = Files.writeString(directory.resolve("plc.yaml"), MODEL);
        return Ran.taktPiped(
                String.join("\n", lines),
                "simulate",
                "ads",
                "--bind",
                "127.0.0.1:0",
                "--model",
                model.toString(),
                "--console");
    }

    @Test
    void itsDefaultNetIdIsOneThatNoClientDerivesFromItsAddress() {
        Ran ran = Ran.takt("simulate", "ads", "--bind", "127.0.0.1:0", "--seconds", "0.1")
                .expect(ExitCode.GOOD);
        assertThat(ran.lines())
                .singleElement()
                .asString()
                .matches("ads://127\\.0\\.0\\.1:\\d+/192\\.0\\.2\\.1\\.1\\.1:851");
    }

    @Test
    void aPipeTriggersEverythingAndItsEndEndsTheSimulator() throws IOException {
        Ran ran = console(
                "# a comment",
                "",
                "set MAIN.a 7",
                "get MAIN.a",
                "set MAIN.s two words",
                "online-change",
                "get TwinCAT_SystemInfoVarList._AppInfo.OnlineChangeCnt",
                "state",
                "stop",
                "state",
                "run",
                "config",
                "state",
                "download",
                "get MAIN.a",
                "drop",
                "router stop",
                "notification-limit 550",
                "wait 1ms",
                "counters");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.lines().subList(1, 15))
                .containsExactly(
                        "MAIN.a = 7",
                        "7",
                        "MAIN.s = two words",
                        "done",
                        "1",
                        "RUN",
                        "done",
                        "STOP",
                        "done",
                        "done",
                        "CONFIG",
                        "done",
                        "1",
                        "done");
        assertThat(ran.out()).contains("connections 0 of 0");
    }

    @Test
    void faultsAreArmedByLines() throws IOException {
        Ran ran = console(
                "fault refuse 0x701 groups=0xF080-0xF086 times=2",
                "fault refuse-symbol MAIN.a 0x710",
                "fault ignore command=2 after=3",
                "fault delay 2s",
                "fault next-cycle",
                "fault hangup times=1",
                "fault half-answer",
                "fault garbage FFEE",
                "fault no-sums",
                "fault no-uploads",
                "clear-faults");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.code()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.lines().get(1))
                .isEqualTo(
                        "injected: Refuse[requests=FaultScope[command=0, firstGroup=61568, lastGroup=61574, skip=0, times=2],"
                                + " error=1793]");
        assertThat(ran.lines()).hasSize(12).last().isEqualTo("done");
    }

    @Test
    void aWrongLineSaysWhatWouldBeRightAndTheNextIsTaken() throws IOException {
        Ran ran = console(
                "onlinechange",
                "get",
                "get MAIN.none",
                "set MAIN.a many",
                "set MAIN.a",
                "wait soon",
                "router sideways",
                "notification-limit many",
                "fault",
                "fault hangupp",
                "fault delay times=1",
                "fault refuse 0x701 time=2",
                "fault refuse 0xZZ",
                "fault no-sums twice",
                "x".repeat(5000),
                "get MAIN.a");

        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.lines()).last().isEqualTo("1");
        assertThat(ran.err().lines()).hasSize(15).allMatch(line -> line.startsWith("takt: "));
        assertThat(ran.err())
                .contains("unknown command 'onlinechange'; did you mean 'online-change'?")
                .contains("write get NAME")
                .contains("no variable MAIN.none")
                .contains("write set NAME VALUE")
                .contains("write router stop, or router start")
                .contains("did you mean 'hangup'?")
                .contains("this fault needs a time")
                .contains("did you mean 'times'?")
                .contains("'0xZZ' is not a number")
                .contains("unexpected 'twice'")
                .contains("more than 4096 characters");
    }

    @Test
    void controlCharactersOfAValueDoNotReachTheTerminal() throws IOException {
        Ran ran = console("set MAIN.s a\u001b[2Jb", "get MAIN.s");

        assertThat(ran.out()).doesNotContain("\u001b");
        assertThat(ran.lines().get(2)).startsWith("a").endsWith("b");
    }

    @Test
    void quitEndsItBeforeTheInputDoes() throws IOException {
        Ran ran = console("quit", "get MAIN.a");

        assertThat(ran.code()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.lines()).hasSize(1);
    }

    @Test
    void helpNamesEveryCommandAndEveryFault() throws IOException {
        Ran ran = console("help");

        assertThat(ran.out())
                .contains("online-change", "download", "config", "fault KIND", "refuse-symbol", "half-answer");
    }
}
