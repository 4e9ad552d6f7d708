package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code takt run} as a service: what it tells the service manager, by way of a program that writes down what it is told. */
class ServiceIT extends DemoPlant {

    private static final String REST = """
            points:
              - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
            streams:
              - {id: all, from: "**", to: [lines]}
            sinks:
              lines: {type: jsonl, path: out.jsonl}
            """;

    private TaktProcess run(String script) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("programs"));
        Path program = Files.writeString(folder.resolve("systemd-notify"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = DeploymentText.write(directory, plc, REST);
        return TaktProcess.start(
                directory,
                List.of(
                        "env",
                        "PATH=" + folder + ":" + System.getenv("PATH"),
                        "NOTIFY_SOCKET=/run/of-the-manager",
                        "WATCHDOG_USEC=600000"),
                "run",
                file.toString());
    }

    private List<String> told() throws IOException {
        Path told = directory.resolve("told");
        return Files.exists(told) ? Files.readAllLines(told) : List.of();
    }

    @Test
    void theManagerHearsThatItIsReadyThatItLivesAndThatItStops() throws Exception {
        try (TaktProcess run = run("echo \"$NOTIFY_SOCKET $*\" >>told")) {
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> told().stream()
                                    .filter(line -> line.endsWith("WATCHDOG=1"))
                                    .count()
                            >= 2);
            run.signal("TERM");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
        assertThat(told()).allMatch(line -> line.startsWith("/run/of-the-manager "));
        assertThat(told().get(0)).contains("--ready --status=running ").contains("plant.yaml");
        assertThat(told().get(told().size() - 1)).endsWith("--status=stopping STOPPING=1");
    }

    @Test
    void theManagerHearsWhatRunsAfterAReload() throws Exception {
        try (TaktProcess run = run("echo \"$*\" >>told")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !told().isEmpty());
            String first = told().get(0).replace("--ready ", "");
            DeploymentText.write(directory, plc, REST.replace("streams:", """
                      - {id: plc.again, on: plc, address: MAIN.nCycle, scan: poll}
                    streams:
                    """.stripTrailing()));
            run.signal("HUP");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> told().stream()
                            .anyMatch(line -> line.startsWith("--status=running ") && !line.equals(first)));
            run.signal("TERM");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void theManagerHearsThatAReloadWasRefusedUntilTheFileIsAsItRuns() throws Exception {
        try (TaktProcess run = run("echo \"$*\" >>told")) {
            await().atMost(Duration.ofSeconds(60)).until(() -> !told().isEmpty());
            String first = told().get(0).replace("--ready ", "");
            Path file = DeploymentText.write(directory, plc, REST.replace("type: jsonl", "type: jsonm"));
            run.signal("HUP");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> told().stream()
                            .anyMatch(line -> line.startsWith(first + "; reload refused: " + file + ":")));
            DeploymentText.write(directory, plc, REST);
            run.signal("HUP");
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> told().stream()
                            .filter(line -> !line.contains("WATCHDOG"))
                            .reduce((one, next) -> next)
                            .filter(first::equals)
                            .isPresent());
            run.signal("TERM");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void aManagerThatCannotBeToldIsNamedOnceAndToldAgainAndTheSamplesFlow() throws Exception {
        try (TaktProcess run = run("echo \"$*\" >>told; exit 3")) {
            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .until(() -> Files.size(directory.resolve("out.jsonl")) > 0);
            // A stall when the system begins must not be the end of the watchdog's food.
            await().atMost(Duration.ofSeconds(60)).until(() -> told().contains("WATCHDOG=1"));
            run.signal("TERM");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.err()).containsOnlyOnce("cannot notify the service manager: systemd-notify ended with 3");
        }
    }
}
