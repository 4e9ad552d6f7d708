package io.taktstrom.deployment.load;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** One mistake at a time in the points and streams of a good file: one message each, with place and remedy. */
class PointMistakesTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private void mistake(String part, String instead, String... problems) {
        assertThat(fixture.problemsWith(part, instead)).isEqualTo(String.join("\n", problems));
    }

    /** A part of the good file, what it becomes, and the message. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                on: meter | on: metre | plant.yaml:12:27: points[2].on: unknown connection 'metre'; did you mean 'meter'?
                browse: press1 | browse: pres1 | plant.yaml:13:14: points[3].browse: unknown connection 'pres1'; did you mean 'press1'?
                scan: fast | scan: quick | plant.yaml:11:63: points[1].scan: unknown scan class 'quick'; there are fast, ticks, slow
                `scan: fast, ` | `` | plant.yaml:11:5: points[1]: needs 'scan'; name one, or define 'default' under scanClasses for all without
                unit: W | unit: degC | plant.yaml:12:70: points[2].unit: 'degC' is not a UCUM code; did you mean 'Cel'?
                to: file | to: [console, fille] | plant.yaml:16:48: streams[1].to[1]: unknown sink 'fille'; did you mean 'file'?
                to: file | to: [file, file] | plant.yaml:16:45: streams[1].to[1]: duplicate entry 'file'; remove one
                to: file | to: [] | plant.yaml:16:38: streams[1].to: needs at least one entry
                id: press1.speed | id: press1.temperature | plant.yaml:11:10: points[1].id: point 'press1.temperature' is defined twice, on lines 9 and 11; rename or remove one
                id: power | id: stream1 | plant.yaml:16:5: streams[1]: stream 'stream1' is defined twice, on lines 15 and 16; give one another id
                address: MAIN.fTemp | address: 1+1 | plant.yaml:9:51: points[0].address: '1+1': not an address of full; it is written like MAIN.x, a.b.c
                address: \"40001\" | address: MAIN.x | plant.yaml:12:43: points[2].address: 'MAIN.x': not an address of plain; it is written like 40001
                address: \"40001\" | address: \"40001\", type: REAL | plant.yaml:12:58: points[2].type: 'REAL': a register has 16 bits; write INT, UINT or WORD
                type: LREAL | type: LREEL | plant.yaml:9:69: points[0].type: type 'LREEL', column 1: expected STRING(n), WSTRING(n), ARRAY[l..u] OF type, or one of BOOL BYTE WORD DWORD LWORD SINT USINT INT UINT DINT UDINT LINT ULINT REAL LREAL CHAR WCHAR TIME LTIME DATE LDATE TOD LTOD DT LDT
                scale: 0.1 | scale: 0 | plant.yaml:10:13: points[0].scale: '0' is not a number other than 0
                scale: 0.1 | scale: .inf | plant.yaml:10:13: points[0].scale: '.inf' is not a plain number; write one such as 12, -3 or 0.5
                scale: 0.1 | scale: \"0.1\" | plant.yaml:10:13: points[0].scale: must be a number other than 0, but is text; remove the quotes
                deadband: 0.2 | deadband: -1 | plant.yaml:10:41: points[0].deadband: '-1' is not a number, 0 or more
                `deadband: 0.2, ` | `` | plant.yaml:10:31: points[0].maxSilence: needs a deadband; add one; 0 passes every change
                line: 1 | line: [1] | plant.yaml:10:97: points[0].labels.line: must be a single value, not a list
                labels: {kind: power} | labels: power | plant.yaml:12:81: points[2].labels: must be a mapping, not text; write labels: {key: value}
                [meter.*] | [meter.*.*] | plant.yaml:16:24: streams[1].from[0]: no point matches 'meter.*.*'; * stays within a segment, ** goes over dots
                [meter.*] | [[meter.*]] | plant.yaml:16:24: streams[1].from[0]: must be a single value, not a list
                browse: press1 | browse: meter | plant.yaml:13:5: points[3]: connector plain cannot browse; list the points, or import them
                unit: W | writable: true | plant.yaml:12:5: points[2]: connector plain cannot write; remove 'writable'
                id: press1.speed | id: press1.* | plant.yaml:11:10: points[1].id: 'press1.*' is not a name of 1 to 250 characters without spaces, * and ?
                type: everyNth | type: everyNht | plant.yaml:16:60: streams[1].stages[0].type: unknown type 'everyNht'; did you mean 'everyNth'?
                to: file, | to: file, ring: big, | plant.yaml:16:50: streams[1].ring: must be a mapping, not text; write keys and values, such as {key: value}
                stages: [{type: everyNth, n: 10}, {type: average, interval: 10s}] | stages: {type: average} | plant.yaml:16:52: streams[1].stages: must be a list, not a mapping; begin each entry with '- '
                - {browse: press1, match: \"MAIN.axis*.**\", scan: ticks, labels: {kind: axis}} | - press1 | plant.yaml:13:5: points[3]: must be a mapping, not text; write keys and values, such as {key: value}
                """)
    void aMistakeIsReportedWithPlaceAndRemedy(String part, String instead, String problem) {
        mistake(part, instead, problem);
    }

    @Test
    void whatCannotBeARingIsReportedWhereItsScanClassIsOfModeBlock() {
        String block = LoaderFixture.GOOD.replace("slow: {mode: poll,", "slow: {mode: block,");
        assertThat(fixture.problems(block))
                .isEqualTo(
                        "plant.yaml:12:43: points[2].address: '40001' cannot be a ring of samples, which scan class slow"
                                + " of mode block needs: a register has 16 bits; write INT, UINT or WORD");
    }
}
