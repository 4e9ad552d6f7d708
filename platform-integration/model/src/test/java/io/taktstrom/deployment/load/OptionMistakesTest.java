package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;

import io.taktstrom.sinks.format.PayloadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One mistake at a time in the keys and values of a good file: one message each, with place and remedy. */
class OptionMistakesTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private void mistake(String part, String instead, String... problems) {
        assertThat(fixture.problemsWith(part, instead)).isEqualTo(String.join("\n", problems));
    }

    /** A part of the good file, what it becomes, and the message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                unitId: 7 | unitId: 700 | plant.yaml:2:68: connections.press1.unitId: '700' is not a whole number, 1 to 247
                onFull: block} | onFull: block, disk: 2GiB} | plant.yaml:15:90: streams[0].ring.disk: is for a buffer on disk, and this ring has onFull: block; write onFull: spill, or remove it
                unitId: 7 | unitId: \"7\" | plant.yaml:2:68: connections.press1.unitId: must be a whole number, 1 to 247, but is text; remove the quotes
                port: 1502 | port: high | plant.yaml:3:49: connections.meter.port: 'high' is not a whole number, 1 to 65535
                port: 1502 | port: 0x10 | plant.yaml:3:49: connections.meter.port: '0x10' is not a plain number; write one such as 12, -3 or 0.5
                host: 10.0.0.5 | host: 5 | plant.yaml:2:30: connections.press1.host: must be text, but is the number 5; write \"5\"
                host: 10.0.0.5 | host: [a] | plant.yaml:2:30: connections.press1.host: must be a single value, not a list
                host: 10.0.0.5 | host: {a: b} | plant.yaml:2:30: connections.press1.host: must be a single value, not a mapping
                host: 10.0.0.5 | host: | plant.yaml:2:29: connections.press1.host: has no value; give it one, or remove the key
                host: 10.0.0.5 | host: ~ | plant.yaml:2:30: connections.press1.host: has no value; give it one, or remove the key
                rotate: 100MiB | fields: [point, valu] | plant.yaml:19:56: sinks.file.fields[1]: 'valu' is not one of point, connection, stream, unit, type, labels, value, status, statusCode, quality, sourceTime, receivedAt, sequence; did you mean 'value'?
                rotate: 100MiB | fields: [point, point] | plant.yaml:19:48: sinks.file.fields: 'point, point' has a word twice
                path: out.jsonl | path: \"a/{pont}.jsonl\" | plant.yaml:19:29: sinks.file.path: 'a/{pont}.jsonl', character 3: there is no {pont} here; did you mean 'point'? There are {point}, {connection}, {label}, {stream}, {sink}, {host}, {date}
                netId: 5.1.2.3.1.1 | netId: 5.1.2 | plant.yaml:2:47: connections.press1.netId: '5.1.2' is not six numbers with dots
                unitId: 7 | unitID: 7 | plant.yaml:2:60: connections.press1.unitID: unknown key; did you mean 'unitId'?
                every: 1s | every: 1s, evry: 2s | plant.yaml:7:33: scanClasses.slow.evry: unknown key; did you mean 'every'?
                kind: power} | kind: power}, colour: red | plant.yaml:12:96: points[2].colour: unknown key; there are id, on, address, scan, type, writable, limits, unit, scale, offset, deadband, maxSilence, labels, import, browse
                `host: meter.local, ` | `` | plant.yaml:3:10: connections.meter: needs 'host'; Name or address of the device or its router.
                mode: poll, every: 1s | mode: poll | plant.yaml:7:9: scanClasses.slow: needs 'every'; Time from one read to the next.
                `type: plain, ` | `` | plant.yaml:3:10: connections.meter: needs 'type'; there are full, plain
                type: plain | type: plane | plant.yaml:3:17: connections.meter.type: unknown type 'plane'; there are full, plain; to have it, add its jar to the class path
                type: plain | type: [plain] | plant.yaml:3:17: connections.meter.type: must be a single value, not a list
                unitId: 7 | strict: yes | plant.yaml:2:68: connections.press1.strict: 'yes' is not true or false
                onFull: block | onFull: dropoldest | plant.yaml:15:77: streams[0].ring.onFull: 'dropoldest' is not one of block, dropNewest, dropOldest, conflate, spill; did you mean 'dropOldest'?
                unitId: 7 | backend: cobol | plant.yaml:2:69: connections.press1.backend: 'cobol' is not one of java, native
                every: 1s | every: 1 | plant.yaml:7:29: scanClasses.slow.every: '1' is not a duration; write a number with a unit, such as 50us, 10ms, 1.5s, 2h
                every: 1s | every: 2d | plant.yaml:7:29: scanClasses.slow.every: '2d' is not a duration, 100us to 1d
                every: 1s | every: 999999999d | plant.yaml:7:29: scanClasses.slow.every: '999999999d' is more than 292 years
                port: 1502 | port: 0502 | plant.yaml:3:49: connections.meter.port: '0502' is not a plain number; write one such as 12, -3 or 0.5
                deadband: 0.2 | deadband: 02 | plant.yaml:10:41: points[0].deadband: '02' is not a plain number; write one such as 12, -3 or 0.5
                """)
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
}
