package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;

import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class AllAtOnceTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static final String WRONG = """
            sinks:
              file: {type: jsonl, rotate: 5}
            conections: {}
            streams:
              - {from: "x.**", to: [fill]}
            points:
              - {import: points.csv, on: press}
              - {id: a, on: press1, address: 1+1, scan: slow}
              - {id: a, on: press1, address: MAIN.a, scan: slow, deadband: x}
            connections:
              press1: {type: full, port: 0}
              press1: {type: full}
            """;

    @Test
    void everyProblemIsReportedInTheOrderOfTheFiles() {
        fixture.write("points.csv", "id,address,scan\nb,MAIN.b,fast\n");
        assertThat(fixture.problems(WRONG)).isEqualTo("""
                plant.yaml:2:9: sinks.file: needs 'path'; File to append to, or a template such as {connection}/{date:yyyy-MM-dd}.jsonl; a relative path starts at the deployment file's directory.
                plant.yaml:2:31: sinks.file.rotate: must be 'never' or a size such as 100MiB, but is the number 5
                plant.yaml:3:1: conections: unknown key; did you mean 'connections'?
                plant.yaml:5:12: streams[0].from: no point matches 'x.**'; * stays within a segment, ** goes over dots
                plant.yaml:5:25: streams[0].to[0]: unknown sink 'fill'; did you mean 'file'?
                plant.yaml:7:30: points[0].on: unknown connection 'press'; did you mean 'press1'?
                plant.yaml:8:34: points[1].address: '1+1': not an address of full; it is written like MAIN.x, a.b.c
                plant.yaml:8:45: points[1].scan: unknown scan class 'slow'; define it under scanClasses
                plant.yaml:9:10: points[2].id: point 'a' is defined twice, on lines 8 and 9; rename or remove one
                plant.yaml:9:48: points[2].scan: unknown scan class 'slow'; define it under scanClasses
                plant.yaml:9:64: points[2].deadband: 'x' is not a number, 0 or more
                plant.yaml:11:11: connections.press1: needs 'host'; Name or address of the device or its router.
                plant.yaml:11:11: connections.press1: needs 'netId'; Its router.
                plant.yaml:11:30: connections.press1.port: '0' is not a whole number, 1 to 65535
                plant.yaml:12:3: connections.press1: key is there twice, on lines 11 and 12; rename or remove one
                points.csv:2:10: [1].scan: unknown scan class 'fast'; define it under scanClasses""");
    }

    @Test
    void aProblemKnowsItsPlace() {
        DeploymentResult.Invalid invalid = (DeploymentResult.Invalid) fixture.load(WRONG.replace("import", "imprt"));
        List<Problem> problems = invalid.problems();
        assertThat(problems.get(0))
                .isEqualTo(
                        new Problem(
                                directory.resolve("plant.yaml").toString(),
                                2,
                                9,
                                "sinks.file",
                                "needs 'path'",
                                "File to append to, or a template such as {connection}/{date:yyyy-MM-dd}.jsonl; a relative path starts at the deployment file's directory."));
    }
}
