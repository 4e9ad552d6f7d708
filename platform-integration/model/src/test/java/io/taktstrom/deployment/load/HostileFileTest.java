package io.taktstrom.deployment.load;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.text.Problems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Files that are not what they should be, by accident or on purpose: bounded time, bounded memory, a message. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFileTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    @Test
    void aFileThatIsNotThereIsReported() {
        assertThat(fixture.problems(fixture.load(directory.resolve("none.yaml"))))
                .isEqualTo("none.yaml: does not exist; check the path");
    }

    @Test
    void whatIsNoRegularFileIsReported() {
        assertThat(fixture.load(directory).toString())
                .isEqualTo(directory + ": is not a regular file; name a file of text");
        assertThat(fixture.load(Path.of("/dev/zero")).toString())
                .isEqualTo("/dev/zero: is not a regular file; name a file of text");
    }

    @Test
    void aFileBeyondTheLimitIsNotReadToItsEnd() {
        Path file = fixture.write("big.yaml", new byte[(1 << 20) + 1]);
        assertThat(fixture.problems(fixture.load(file)))
                .isEqualTo("big.yaml: is larger than 1048576 bytes; check that it is the right file, or split it");
    }

    @Test
    void bytesThatAreNoTextAreReportedWithTheirLine() {
        byte[] bytes = "connections:\n  a: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThat(fixture.problems(fixture.load(fixture.write("plant.yaml", bytes))))
                .isEqualTo("plant.yaml: is not UTF-8 text: byte 18 on line 2; save it as UTF-8");
    }

    @Test
    void aByteOrderMarkDoesNoHarm() {
        assertThat(fixture.load("\uFEFF" + LoaderFixture.GOOD)).isInstanceOf(DeploymentResult.Loaded.class);
    }

    @Test
    void anEmptyFileIsReported() {
        String problem = "is empty; the documentation has examples to start from";
        assertThat(fixture.problems("")).isEqualTo("plant.yaml:1:1: " + problem);
        assertThat(fixture.problems("# nothing\n")).isEqualTo("plant.yaml:2:1: " + problem);
    }

    @Test
    void aFileThatIsNoMappingIsReported() {
        assertThat(fixture.problems("- a"))
                .isEqualTo("plant.yaml:1:1: must be a mapping, not a list; begin with 'connections:'");
        assertThat(fixture.problems("a"))
                .isEqualTo("plant.yaml:1:1: must be a mapping, not text; begin with 'connections:'");
    }

    @Test
    void aFileWithoutConnectionsIsReported() {
        assertThat(fixture.problems("connections:\n"))
                .isEqualTo("plant.yaml:1:1: has no connection; define one under connections");
        assertThat(fixture.problems("points: []"))
                .isEqualTo("plant.yaml:1:1: has no connection; define one under connections");
    }

    @Test
    void aBillionLaughsAreNotLaughed() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n");
        for (int i = 1; i < 10; i++) {
            yaml.append("a").append(i).append(": &a").append(i).append(" [*a").append(i - 1);
            yaml.append((", *a" + (i - 1)).repeat(8)).append("]\n");
        }
        String problems = fixture.problems(yaml.toString());
        assertThat(problems.lines())
                .hasSize(81)
                .first()
                .isEqualTo("plant.yaml:2:10: aliases are not supported; write the value out");
    }

    @Test
    void aBillionTemplatesAreNotFilledIn() {
        StringBuilder yaml = new StringBuilder(LoaderFixture.GOOD).append("templates:\n  t0: {points: [");
        yaml.append("{id: a, on: meter, address: '1', scan: slow}, ".repeat(10)).append("]}\n");
        for (int i = 1; i < 9; i++) {
            yaml.append("  t").append(i).append(": {use: [");
            yaml.append(("{template: t" + (i - 1) + "}, ").repeat(10)).append("]}\n");
        }
        assertThat(fixture.problems(yaml.append("use: [{template: t8}]\n").toString()))
                .contains("here are more than 2000000 values")
                .contains("use fewer and smaller templates");
    }

    @Test
    void includesInACircleAreNamed() {
        fixture.write("a.yaml", "include: b.yaml\n");
        fixture.write("b.yaml", "include: [c.yaml]\n");
        fixture.write("c.yaml", "include: a.yaml\n");
        assertThat(fixture.problems("include: a.yaml\n" + LoaderFixture.GOOD))
                .isEqualTo("c.yaml:1:10: include: files include each other: a.yaml -> b.yaml -> c.yaml -> a.yaml"
                        + " (included at DIR/b.yaml:1:11, included at DIR/a.yaml:1:10, included at DIR/plant.yaml:1:10);"
                                .replace("DIR/", "")
                        + " remove one include");
    }

    @Test
    void includesThatAreTooDeepAreRefused() {
        for (int i = 0; i < 12; i++) {
            fixture.write("f" + i + ".yaml", "include: f" + (i + 1) + ".yaml\n");
        }
        assertThat(fixture.problems("include: f0.yaml\n" + LoaderFixture.GOOD))
                .startsWith("f8.yaml:1:10: include: includes are more than 10 deep");
    }

    @Test
    void templatesInACircleAreNamed() {
        assertThat(fixture.problems(LoaderFixture.GOOD + """
                templates:
                  a: {use: [{template: b}]}
                  b: {use: [{template: a}]}
                use: [{template: a}]
                """)).contains("templates use each other: a -> b -> a");
    }

    @Test
    void deepNestingStopsTheReader() {
        assertThat(fixture.problems("a: " + "[".repeat(500_000)))
                .isEqualTo("plant.yaml:1:23: is nested more than 20 levels deep; check brackets and indentation");
        assertThat(fixture.problems("a: " + "{a: ".repeat(100_000)))
                .isEqualTo("plant.yaml:1:80: is nested more than 20 levels deep; check brackets and indentation");
    }

    @Test
    void longTextIsReportedAndNotRepeated() {
        String long5000 = "x".repeat(5000);
        assertThat(fixture.problemsWith("host: meter.local", "host: " + long5000))
                .isEqualTo("plant.yaml:3:30: this text has 5000 characters, more than 4096; check the quotes");
        assertThat(fixture.problemsWith("host: meter.local", long5000 + ": 1, host: meter.local"))
                .contains("plant.yaml:3:24: this text has 5000 characters, more than 4096; check the quotes")
                .doesNotContain("xxxxxxxxxxx");
    }

    @Test
    void theProblemsOfAFileOfNothingButProblemsAreCountedAndNotKept() {
        String problems =
                fixture.problems("connections: {m: {type: plain, host: h}}\npoints:\n" + "- {}\n".repeat(50_000));
        assertThat(problems.lines())
                .hasSize(Problems.LIMIT + 1)
                .first()
                .isEqualTo("plant.yaml:3:3: points[0]: needs 'id'; What the rest of the plant calls it; unique.");
        assertThat(problems.lines())
                .last()
                .isEqualTo("plant.yaml: 199000 more problems are not shown; correct these first");
    }

    @Test
    void manyUnknownKeysCostNoTime() {
        StringBuilder yaml = new StringBuilder("connections:\n  m: {type: plain, host: h");
        for (int i = 0; i < 80_000; i++) {
            yaml.append(", k").append(i).append(": 1");
        }
        assertThat(fixture.problems(yaml + "}\n").lines()).hasSize(Problems.LIMIT + 1);
    }

    @Test
    void manyPatternsAreRefused() {
        StringBuilder yaml = new StringBuilder("""
                connections: {m: {type: plain, host: h}}
                sinks: {c: {type: console}}
                scanClasses: {default: {mode: poll, every: 1s}}
                points: [{id: a, on: m, address: "1"}]
                streams:
                """);
        for (int i = 0; i < 1001; i++) {
            yaml.append("- {from: a, to: c}\n");
        }
        assertThat(fixture.problems(yaml.toString()))
                .isEqualTo("plant.yaml:1006:10: streams[1000].from: the streams have more than 1000 patterns;"
                        + " take many points with one pattern: ** stands for any run of characters");
    }

    @Test
    void moreValuesThanABudgetAllowsStopTheReader() {
        DeploymentResult result = new DeploymentLoader(TestCatalog.CATALOG, name -> null, 16 << 20)
                .load(fixture.write("plant.yaml", "a: [" + "1,".repeat(4_000_000) + "]"));
        assertThat(fixture.problems(result))
                .isEqualTo("plant.yaml:1:4000001: here are more than 2000000 values; split the file");
    }

    @Test
    void aLongAddressIsRefusedBeforeAPatternLooksAtIt() {
        assertThat(fixture.problemsWith("address: MAIN.speed", "address: MAIN" + ".x".repeat(2000)))
                .endsWith("' is not an address of 1 to 500 characters");
    }
}
