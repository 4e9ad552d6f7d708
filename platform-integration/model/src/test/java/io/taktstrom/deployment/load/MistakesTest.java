package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;

import io.taktstrom.sinks.format.PayloadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One mistake at a time in a good file: one message each, with place and remedy. */
class MistakesTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private void mistake(String part, String instead, String... problems) {
        assertThat(fixture.problemsWith(part, instead)).isEqualTo(String.join("\n", problems));
    }

    @ParameterizedTest
    @CsvFileSource(resources = "mistakes.csv", delimiter = '|', quoteCharacter = '`', numLinesToSkip = 1)
    void aMistakeIsReportedWithPlaceAndRemedy(String part, String instead, String problem) {
        mistake(part, instead, problem);
    }

    @Test
    void aListOfWordsIsTheSameAsATextWithCommas() {
        for (String fields : List.of("[value, unit]", "\"value, unit\"", "\"value,unit\"")) {
            String file = LoaderFixture.GOOD.replace("rotate: 100MiB", "fields: " + fields);
            assertThat(fixture.loaded(file).sinks().values())
                    .filteredOn(sink -> sink.name().equals("file"))
                    .singleElement()
                    .extracting(sink -> sink.values().get(PayloadOptions.FIELDS))
                    .isEqualTo(List.of("value", "unit"));
        }
    }

    @Test
    void aNameWithOddCharactersIsReportedAtTheName() {
        mistake(
                "console: {type",
                "\"con sole\": {type",
                "plant.yaml:15:30: streams[0].to[0]: unknown sink 'console'; did you mean 'con sole'?",
                "plant.yaml:18:3: sinks.con sole: 'con sole' is not a name of letters, digits and _ . -; rename it");
    }

    @Test
    void whatCannotBeARingIsReportedWhereItsScanClassIsOfModeBlock() {
        String block = LoaderFixture.GOOD.replace("slow: {mode: poll,", "slow: {mode: block,");
        assertThat(fixture.problems(block))
                .isEqualTo(
                        "plant.yaml:12:43: points[2].address: '40001' cannot be a ring of samples, which scan class slow"
                                + " of mode block needs: a register has 16 bits; write INT, UINT or WORD");
    }

    @Test
    void brokenSyntaxIsReportedWhereItBreaks() {
        mistake(
                "connections:",
                "connections: ]",
                "plant.yaml:1:14: is not YAML: while parsing a block node, expected the node content, but found ']'; check indentation, quotes and brackets here and just above");
        mistake(
                "  meter",
                "\tmeter",
                "plant.yaml:3:1: is not YAML: while scanning for the next token, found character '\\t(TAB)' that cannot start any token. (Do not use \\t(TAB) for indentation); check indentation, quotes and brackets here and just above");
        mistake(
                "scanClasses:",
                "scanClasses",
                "plant.yaml:5:7: is not YAML: while scanning a simple key, could not find expected ':'; check indentation, quotes and brackets here and just above");
    }

    @Test
    void aKeyThatIsThereTwiceIsReportedWithBothLines() {
        mistake(
                "  meter: {",
                "  press1: {type: full, host: h, netId: 1.1.1.1.1.1}\n  meter: {",
                "plant.yaml:3:3: connections.press1: key is there twice, on lines 2 and 3; rename or remove one");
        mistake(
                "slow: {mode",
                "fast: {mode: poll, every: 2s}\n  slow: {mode",
                "plant.yaml:7:3: scanClasses.fast: key is there twice, on lines 5 and 7; rename or remove one");
        mistake(
                "  console: {",
                "  file: {type: console}\n  console: {",
                "plant.yaml:20:3: sinks.file: key is there twice, on lines 18 and 20; rename or remove one");
    }

    @Test
    void aSecondDocumentIsReported() {
        mistake(
                "streams:",
                "---\nstreams:",
                "plant.yaml:14:1: a second document begins here; put it in a file of its own");
    }

    @Test
    void aCharacterThatYamlForbidsIsReported() {
        mistake(
                "host: meter.local",
                "host: me\u0000ter",
                "plant.yaml:3:32: is not YAML: character U+0000 is not allowed; remove it, or write it as an escape in double quotes");
    }

    @Test
    void aSectionOfTheWrongFormIsReported() {
        mistake(
                "sinks:",
                "sinks: [a]\nsinkz:",
                "plant.yaml:15:30: streams[0].to[0]: unknown sink 'console'; define it under sinks",
                "plant.yaml:15:39: streams[0].to[1]: unknown sink 'file'; define it under sinks",
                "plant.yaml:16:38: streams[1].to: unknown sink 'file'; define it under sinks",
                "plant.yaml:17:8: sinks: must be a mapping, not a list; write 'name: {key: value}' for each",
                "plant.yaml:18:1: sinkz: unknown key; did you mean 'sinks'?");
    }
}
