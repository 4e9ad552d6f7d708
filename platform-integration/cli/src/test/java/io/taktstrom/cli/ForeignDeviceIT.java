package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.terminal.PrintableText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Real protocols, whose devices put control sequences into what they say. */
class ForeignDeviceIT {

    private static final String LIE = HostileProvider.LIE;

    @TempDir
    Path directory;

    @Test
    void aPlcWhoseNamesTypesCommentsAndTextsAreHostileShowsThemAsText() throws IOException {
        String evil =
                "\\u009d0;x\\u001b[2J\\n" + LIE; // windows-1252 leaves 0x9D undefined: an operating system command
        AdsModel model = AdsModel.parse("""
                symbols:
                  MAIN.s: {type: "STRING(80)", comment: "%s", value: "%s"}
                """.formatted(evil, evil));
        try (AdsSimulator plc = AdsSimulator.builder().model(model).start()) {
            String uri = plc.endpointUri();
            for (List<String> command : List.of(
                    List.of("browse", uri),
                    List.of("browse", uri, "--json"),
                    List.of("browse", uri, "--points"),
                    List.of("read", uri, "MAIN.s"),
                    List.of("read", uri, "MAIN.s", "--json"))) {
                Ran ran = Ran.takt(command.toArray(String[]::new)).expect(ExitCode.GOOD);
                assertThat(ran.out())
                        .as("%s", command)
                        .containsIgnoringCase(command.get(0).equals("read") ? "\\u009d0;x\\u001b[2J" : "0;x\\u001b[2J");
                PrintableText.assertPrintable(ran.out() + ran.err());
                assertThat(ran.lines()).noneMatch(line -> line.startsWith(LIE));
            }
        }
    }

    @Test
    void pointsOfAHostileDeviceAreADeploymentThatCanBeRead() throws IOException {
        Ran browsed =
                Ran.takt("browse", "hostile://plc", "--points", "--on", "plc").expect(ExitCode.GOOD);
        Path file = Files.writeString(
                directory.resolve("plant.yaml"),
                "connections: {plc: {type: hostile, host: plc}}\n" + "scanClasses: {default: {mode: poll, every: 1s}}\n"
                        + browsed.out());
        Ran read = Ran.takt("validate", file.toString());
        // What a deployment does not take is an address with line feeds, which it says; the YAML itself is sound.
        assertThat(read.err()).doesNotContain("is not YAML");
        assertThat(read.err() + read.out()).contains("plant.yaml");
    }
}
