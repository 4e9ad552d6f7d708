package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class CsvImportTest {

    private static final String IMPORT = """
            connections: {press1: {type: full, host: h, netId: 1.1.1.1.1.1}, meter: {type: plain, host: h}}
            scanClasses: {fast: {mode: notify}, slow: {mode: poll, every: 1s}}
            points:
              - {import: points.csv, on: press1, scan: slow, labels: {line: a, kind: none}}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private List<PointConfig> points(String csv) {
        fixture.write("points.csv", csv);
        return fixture.loaded(IMPORT).points();
    }

    private String problems(String csv) {
        fixture.write("points.csv", csv);
        return fixture.problems(IMPORT);
    }

    @Test
    void aRowIsAPointAndTheEntryFillsInWhatItLacks() {
        List<PointConfig> points = points("""
                name,address,type,scan,unit,writable,scale,on,labels.kind
                a,MAIN.a,LREAL,fast,Cel,true,0.1,,temperature
                b,1,,,,,,meter,
                """);
        Map<String, String> labels = Map.of("line", "a", "kind", "temperature");
        DataPoint a = new DataPoint("a", "MAIN.a", ScalarType.LREAL, true, "Cel", labels, "press1");
        DataPoint b = new DataPoint("b", "1", null, false, "", Map.of("line", "a", "kind", "none"), "meter");
        assertThat(points)
                .containsExactly(
                        new PointConfig(a, "press1", "fast", 0.1, 0, null, null), PointConfig.of(b, "meter", "slow"));
    }

    @Test
    void whatSpreadsheetsWriteIsRead() {
        assertThat(points("\uFEFFid;address;unit\r\n\"a;1\";MAIN.a;\"{say\"\"x\"\"}\"\r\n\r\n;;\r\nb ; MAIN.b;"))
                .extracting(
                        PointConfig::name,
                        point -> point.point().address(),
                        point -> point.point().unit())
                .containsExactly(tuple("a;1", "MAIN.a", "{say\"x\"}"), tuple("b", "MAIN.b", ""));
        assertThat(points("id\taddress\na\tMAIN.a\n")).hasSize(1);
    }

    @Test
    void mistakesAreReportedWithTheLineOfTheTable() {
        assertThat(problems("id,address,scan\na,MAIN.a,slwo\n\nb,1+1,fast\na,MAIN.c,fast\n,MAIN.d,fast\n"))
                .isEqualTo("""
                points.csv:2:10: [1].scan: unknown scan class 'slwo'; did you mean 'slow'?
                points.csv:4:3: [2].address: '1+1': not an address of full; it is written like MAIN.x, a.b.c
                points.csv:5:1: [3].id: point 'a' is defined twice, on lines 2 and 5; rename or remove one
                points.csv:6:1: [4]: needs 'id'; What the rest of the plant calls it; unique.""");
    }

    @Test
    void anUnknownColumnIsReportedOnce() {
        assertThat(problems("id,adress\na,MAIN.a\nb,MAIN.b\n"))
                .contains("points.csv:1:4: [0].adress: unknown key; did you mean 'address'?")
                .containsOnlyOnce("unknown key");
    }

    @Test
    void aBrokenTableIsReportedWhereItBreaks() {
        assertThat(problems("id,address\na,MAIN.a,x\n"))
                .isEqualTo(
                        "points.csv:2:10: the row has 3 cells, the header 2; quote a cell that has the separator in it");
        assertThat(problems("id,address\n\"a,MAIN.a\n"))
                .isEqualTo("points.csv:2:1: this quote is never closed; write \"\" for a quote in text");
        assertThat(problems("id,address\n\"a\"b,MAIN.a\n"))
                .isEqualTo("points.csv:2:1: text follows the closing quote; write \"\" for a quote in text");
        assertThat(problems("id,,id\n"))
                .isEqualTo("points.csv:1:4: column 2 has no name; name it in the first line\n"
                        + "points.csv:1:5: duplicate column 'id'; remove one");
        assertThat(problems("id,name\n")).isEqualTo("points.csv:1:4: duplicate column 'name'; remove one");
        assertThat(problems("")).isEqualTo("points.csv:1:1: column 1 has no name; name it in the first line");
    }

    @Test
    void aColumnMayNotBeAValueAndAGroupOfValues() {
        String problem = "points.csv:2:10: [1].labels: must be a mapping, not text; write labels: {key: value}";
        assertThat(problems("id,address,labels,labels.kind\na,MAIN.a,x,y\n")).contains("labels: must be a mapping");
        assertThat(problems("id,address,labels\na,MAIN.a,x\n")).isEqualTo(problem);
    }

    @Test
    void aTableThatCannotBeReadIsReportedAtItsEntry() {
        assertThat(fixture.problems(IMPORT))
                .isEqualTo("plant.yaml:4:14: points[0].import: file points.csv does not exist; check the path");
        assertThat(fixture.problems(IMPORT.replace("points.csv", "\"a\\0b\"")))
                .isEqualTo("plant.yaml:4:14: points[0].import: 'a\u0000b' is not a file path; check the path");
    }

    @Test
    void aPointMayNotBeInTheTableAndInTheFile() {
        fixture.write("points.csv", "id,address\na,MAIN.a\n");
        assertThat(fixture.problems(IMPORT + "  - {id: a, on: press1, address: MAIN.b, scan: slow}\n"))
                .isEqualTo(
                        "plant.yaml:5:10: points[1].id: point 'a' is defined twice, in points.csv line 2 and plant.yaml line 5;"
                                + " rename or remove one");
    }

    @Test
    void streamsAreNotBlamedForATableThatIsMissing() {
        String file = IMPORT + "streams: [{from: x.*, to: c}]\nsinks: {c: {type: console}}\n";
        assertThat(fixture.problems(file)).hasLineCount(1).contains("does not exist");
        fixture.write("points.csv", "id,address\na,MAIN.a\n");
        assertThat(fixture.problems(file)).contains("no point matches 'x.*'");
    }
}
