package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt run --jprofiler}. JProfiler's agent takes a licence, so the JDK's own debugging agent stands in for it. */
class JProfilerIT extends DemoPlant {

    private Path deployment(int port) throws IOException {
        return DeploymentText.write(directory, port, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                """ + DeploymentText.ALL_TO_LINES);
    }

    @Test
    void anInstallationWithoutAnAgentForThisMachineIsReported() throws IOException {
        String file = deployment(1).toString();
        Ran nothing = Ran.takt("run", file, "--jprofiler", "/nowhere/jprofiler").expect(ExitCode.FAILED);
        assertThat(nothing.err())
                .contains("--jprofiler /nowhere/jprofiler: no such file or folder")
                .hasLineCount(1);
        Path installation = directory.resolve("jprofiler");
        Files.createFile(
                Files.createDirectories(installation.resolve("bin/aix-ppc64")).resolve("libjprofilerti.so"));
        Ran foreign =
                Ran.takt("run", file, "--jprofiler", installation.toString()).expect(ExitCode.FAILED);
        assertThat(foreign.err()).contains("no agent in ", "found agents for aix-ppc64");
    }

    @Test
    void aSnapshotThatCannotBeWrittenIsRefused() throws IOException {
        String file = deployment(1).toString();
        Ran nowhere = Ran.takt("run", file, "--jprofiler", "/opt/jprofiler15", "--jprofiler-save", "/nowhere/run")
                .expect(ExitCode.FAILED);
        assertThat(nowhere.err())
                .contains("--jprofiler-save /nowhere/run.jps: cannot write there")
                .hasLineCount(1);
    }

    @Test
    void theSameRunStartsAgainWithTheAgent() throws Exception {
        Path agent = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("jdwp"));
        assertThat(agent).exists();
        String[] arguments = {
            "run",
            deployment(plc.port()).toString(),
            "--seconds",
            "3",
            "--jprofiler",
            agent.toString(),
            "--jprofiler-options",
            "transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0",
            // The controller's library without JProfiler's agent: neither this nor a bookmark does anything.
            "--jprofiler-save",
            directory.resolve("run.jps").toString()
        };
        try (TaktProcess takt = TaktProcess.start(directory, arguments)) {
            assertThat(takt.code()).as(takt.err()).isEqualTo(ExitCode.GOOD);
            assertThat(takt.err()).contains("running with JProfiler's agent " + agent, "is connected");
            assertThat(takt.out()).contains("Listening for transport dt_socket", "all.lines: received");
        }
        assertThat(directory.resolve("run.jps")).doesNotExist();
    }
}
