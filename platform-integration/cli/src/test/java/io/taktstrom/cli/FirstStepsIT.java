package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** README and docs/how-to/first-steps.md work as written. */
class FirstStepsIT extends DemoPlant {

    @Test
    void readmeCanBeFollowed() throws IOException {
        List<Ran> ran = FollowedPage.of("README.md")
                .there((command, word) -> word.replaceFirst("^--ui$", "--ui=0"))
                .adding("demo.*", "--seconds", "1")
                .run();
        assertThat(ran).hasSize(2);
        assertThat(ran.get(1).out()).contains("on a page, for a browser on this machine");
    }

    @Test
    void thePageCanBeFollowed() throws IOException {
        FollowedPage page = FollowedPage.of("docs/how-to/first-steps.md");
        Path file = Files.writeString(
                directory.resolve("press.yaml"), page.deployment().replace("port: 48898", "port: " + plc.port()));
        List<Ran> ran = page
                // The PLC runs already.
                .without("simulate ads")
                .there((command, word) -> switch (word) {
                    case "press.yaml" -> file.toString();
                    case "5" -> "1";
                    case "10" -> "3";
                    default ->
                        word.replace("$plc", plc.endpointUri())
                                .replace("ads://127.0.0.1:48898/192.0.2.1.1.1:851", plc.endpointUri());
                })
                .adding("demo|watch .* Press.fRam", "--seconds", "1")
                .answering("write .*", "y\n")
                .run();
        assertThat(ran).hasSize(10);
        assertThat(ran.get(1).out()).contains("Press.fForce");
        assertThat(ran.get(7).out()).contains("press1", "fast", "slow");
        assertThat(ran.get(9).out()).contains("(deadband ");
        assertThat(Files.readString(directory.resolve("press.jsonl")))
                .contains("\"press1.force\"", "\"press1.oil\"", "\"press1.ram\"", "\"press1.Axes.stX.fPosition\"");
    }

    @Test
    void whatTheDemoProposesBeginsAsItWasCalled() throws Exception {
        List<String> launcher = List.of("env", "JAVA_TOOL_OPTIONS=-Dtakt.command=./takt");
        try (TaktProcess demo = TaktProcess.start(directory, launcher, "demo", "--seconds", "1")) {
            assertThat(demo.code()).as(demo.err()).isEqualTo(0);
            assertThat(demo.out()).contains("./takt browse ads://", "./takt simulate ads ", "./takt watch ads://");
        }
        assertThat(Ran.takt("demo", "--seconds", "1").out()).contains("  takt simulate ads ");
    }
}
