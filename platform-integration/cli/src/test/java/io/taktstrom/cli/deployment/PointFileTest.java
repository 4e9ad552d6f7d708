package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.InvalidFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PointFileTest {

    private static final String HEAD = "connections:\n  plc: {type: ads, host: h}\n";
    private static final List<PointLines.Line> TWO = List.of(
            new PointLines.Line("plc.a", "MAIN.a", "- {id: plc.a, on: plc, address: MAIN.a}"),
            new PointLines.Line("plc.b", "MAIN.b", "- {id: plc.b, on: plc, address: MAIN.b}  # what it is"));

    @TempDir
    Path directory;

    private String added(String before, int count) throws IOException {
        Path file = Files.writeString(directory.resolve("plant.yaml"), before);
        assertThat(PointFile.add(file, "plc", TWO)).isEqualTo(count);
        return Files.readString(file);
    }

    @Test
    void pointsGoBehindThoseThatAreThereAndNothingElseChanges() throws IOException {
        String tail = "\n# where they go\nstreams:\n- {from: '**', to: c}\n";
        assertThat(added(HEAD + "points:\n    - {id: x, on: plc, address: X} # kept\n    # as this" + tail, 2))
                .isEqualTo(HEAD + "points:\n    - {id: x, on: plc, address: X} # kept\n    "
                        + TWO.get(0).text() + "\n    " + TWO.get(1).text() + "\n    # as this" + tail);
        assertThat(added(HEAD + "points:\n- id: x\n  on: plc\n  address: X\n", 2))
                .isEqualTo(HEAD + "points:\n- id: x\n  on: plc\n  address: X\n"
                        + TWO.get(0).text() + "\n" + TWO.get(1).text() + "\n");
    }

    @Test
    void aFileWithoutPointsGetsThem() throws IOException {
        String lines = "  " + TWO.get(0).text() + "\n  " + TWO.get(1).text() + "\n";
        assertThat(added(HEAD, 2)).isEqualTo(HEAD + "points:\n" + lines);
        assertThat(added("points:   # none yet\n" + HEAD, 2)).isEqualTo("points:   # none yet\n" + lines + HEAD);
    }

    @Test
    void whatIsThereByNameOrByAddressIsNotAddedAgain() throws IOException {
        String once = added(HEAD, 2);
        assertThat(added(once, 0)).isEqualTo(once);
        assertThat(added(HEAD + "points:\n- {id: other, on: plc, address: MAIN.a}\n", 1))
                .contains("MAIN.b");
        assertThat(added(HEAD + "points:\n- {id: plc.a, on: plc, address: other}\n", 1))
                .contains("MAIN.b");
    }

    @Test
    void aFileThatIsRightStaysSo() throws IOException {
        String right = """
                connections:
                  plc: {type: ads, host: h, amsNetId: 1.2.3.4.5.6}
                """;
        Path file = Files.writeString(directory.resolve("plant.yaml"), right);
        assertThatThrownBy(() -> PointFile.add(file, "plc", TWO))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("plant.yaml: points[0]")
                .hasMessageContaining("default");
        assertThat(file).hasContent(right);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "points: [{id: x, on: plc, address: X}]\n" + HEAD,
                "points: {}\n" + HEAD,
                "connections:\n  press: {type: ads, host: h}\n",
                "connections: [",
                "- a\n",
                ""
            })
    void aFileThatCannotBeAddedToIsLeftAsItIs(String before) throws IOException {
        Path file = Files.writeString(directory.resolve("plant.yaml"), before);
        assertThatThrownBy(() -> PointFile.add(file, "plc", TWO))
                .isInstanceOf(InvalidFileException.class)
                .hasMessageContaining("plant.yaml");
        assertThat(file).hasContent(before);
        assertThat(directory).isDirectoryNotContaining("glob:**.new");
    }
}
