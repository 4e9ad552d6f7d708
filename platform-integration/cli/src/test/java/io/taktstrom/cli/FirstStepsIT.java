package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Whoever follows docs/how-to/first-steps.md gets there. */
class FirstStepsIT {

    private static final Path PAGE = Path.of("../../docs/how-to/first-steps.md");
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path directory;

    @Test
    void theDeploymentOfThePageRunsAsThePageSays() throws IOException {
        Matcher yaml = YAML.matcher(Files.readString(PAGE));
        assertThat(yaml.find()).isTrue();
        try (AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.demo()).start()) {
            String text = yaml.group(1).replace("port: 48898", "port: " + plc.port());
            String file =
                    Files.writeString(directory.resolve("press.yaml"), text).toString();

            assertThat(Ran.takt("validate", file).code()).isEqualTo(ExitCode.GOOD);
            assertThat(Ran.takt("explain", file).out()).contains("press1", "fast", "slow");
            assertThat(Ran.takt("run", file, "--dry").code()).isEqualTo(ExitCode.GOOD);
            Ran run = Ran.takt("run", file, "--seconds", "3");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.out()).contains("(deadband ");
            assertThat(Files.readString(directory.resolve("press.jsonl")))
                    .contains("\"press1.force\"", "\"press1.oil\"", "\"press1.ram\"", "\"press1.Axes.stX.fPosition\"");
        }
    }

    @Test
    void theCommandsOfThePageWork() throws IOException {
        try (AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.demo()).start()) {
            String uri = plc.endpointUri();
            assertThat(Ran.takt("browse", uri, "--match", "Press.**").out()).contains("Press.fForce");
            assertThat(Ran.takt("read", uri, "Press.fForce", "Press.fRam").code())
                    .isEqualTo(ExitCode.GOOD);
            assertThat(Ran.takt("watch", uri, "Press.fForce", "Press.fRam", "--seconds", "1")
                            .code())
                    .isEqualTo(ExitCode.GOOD);
            assertThat(Ran.taktAnswering("y\n", "write", uri, "Spindle.fSpeedSet=11500")
                            .code())
                    .isEqualTo(ExitCode.GOOD);
        }
    }
}
