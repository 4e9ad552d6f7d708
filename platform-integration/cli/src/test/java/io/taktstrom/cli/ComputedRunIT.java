package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of docs/how-to/computed-points.md. */
class ComputedRunIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void theExampleComputesIntoItsFiles() throws IOException {
        Path file = Examples.copy("computed.yaml", directory, plc, "values.jsonl", "values.jsonl");
        List<Ran> ran = FollowedPage.of("docs/how-to/computed-points.md")
                .there((command, word) -> word.replace("docs/examples/computed.yaml", file.toString()))
                .adding("run .*", "--seconds", "5")
                .run();
        assertThat(ran.get(0).out() + ran.get(0).err()).contains("5 computed points");
        List<JsonNode> values = read("values.jsonl");
        assertThat(of(values, "line.pressure"))
                .isNotEmpty()
                .allSatisfy(
                        sample -> assertThat(sample.get("value").doubleValue()).isBetween(0.0, 20_000.0));
        assertThat(of(values, "line.wear"))
                .allSatisfy(
                        sample -> assertThat(sample.get("value").doubleValue()).isEqualTo(60.0));
        assertThat(of(values, "line.title"))
                .allSatisfy(
                        sample -> assertThat(sample.get("value").stringValue()).isEqualTo("Press 1, Takt 7: ok"));
        assertThat(of(values, "line.hot"))
                .isNotEmpty()
                .allSatisfy(
                        sample -> assertThat(sample.get("value").booleanValue()).isFalse());
        assertThat(of(values, "line.night")).isNotEmpty();
        assertThat(values).noneMatch(sample -> sample.get("point").stringValue().startsWith("press1"));
        assertThat(read("pressing.jsonl"))
                .isNotEmpty()
                .hasSizeLessThan(of(values, "line.pressure").size())
                .allSatisfy(
                        sample -> assertThat(sample.get("value").doubleValue()).isGreaterThan(250.0));
        assertThat(ran.get(1).err()).contains("alarm overload raised");
    }

    private List<JsonNode> read(String file) throws IOException {
        return Files.readAllLines(directory.resolve(file)).stream()
                .map(JSON::readTree)
                .toList();
    }

    private static List<JsonNode> of(List<JsonNode> samples, String point) {
        return samples.stream()
                .filter(sample -> sample.get("point").stringValue().equals(point))
                .toList();
    }

    @Test
    void theHowToShowsWhatTheExampleHas() throws IOException {
        String page = Files.readString(Path.of("../../docs/how-to/computed-points.md"));
        String snippet = page.substring(page.indexOf("<!-- snippet: computed.yaml -->"));
        snippet = snippet.substring(snippet.indexOf("```yaml\n") + 8);
        assertThat(Examples.text("computed.yaml")).contains(snippet.substring(0, snippet.indexOf("```")));
    }

    @Test
    void aMistakeIsSaidAtItsCharacter() throws IOException {
        Path file = Examples.copy("computed.yaml", directory, plc, "\"press1.force / 0.05\"", "\"pres1.force / 0.05\"");
        Ran ran = Ran.takt("validate", file.toString());
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.out() + ran.err())
                .contains(":20:35: points[5].compute: unknown point 'pres1.force', in column 1 of 'pres1.force / 0.05';"
                        + " did you mean 'press1.force'?");
    }
}
