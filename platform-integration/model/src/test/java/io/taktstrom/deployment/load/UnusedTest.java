package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class UnusedTest {

    @TempDir
    Path directory;

    private List<String> warnings(String yaml) {
        DeploymentResult result = new LoaderFixture(() -> directory).load(yaml);
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result)
                .warnings().stream()
                        .map(Problem::toString)
                        .map(text -> text.replace(directory + "/", ""))
                        .collect(Collectors.toList());
    }

    @Test
    void aFileOfWhichEverythingIsUsedHasNoWarning() {
        assertThat(warnings(LoaderFixture.GOOD)).isEmpty();
    }

    @Test
    void whatNothingUsesIsSaidWithItsPlace() {
        assertThat(warnings("""
                connections:
                  meter: {type: plain, host: meter.local, port: 1502}
                  spare: {type: plain, host: spare.local, port: 1502}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                  lazy: {mode: poll, every: 1m}
                points:
                  - {id: meter.a, on: meter, address: "40001", scan: slow}
                  - {id: b, on: meter, address: "40002", scan: slow}
                  - {id: c, on: meter, address: "40003", scan: slow}
                  - {id: d, on: meter, address: "40004", scan: slow}
                  - {id: e, on: meter, address: "40005", scan: slow}
                streams:
                  - {from: "meter.**", to: file}
                sinks:
                  file: {type: jsonl, path: out.jsonl}
                  screen: {type: console}
                """))
                .containsExactly(
                        "plant.yaml:3:3: connections.spare: no point is on this connection; list or browse points, or remove it",
                        "plant.yaml:6:3: scanClasses.lazy: no point names this scan class; name it in a point, or remove it",
                        "plant.yaml:7:1: points: no stream takes b, c, d and 1 more, which are not sampled; name them under"
                                + " 'from' of a stream, or remove them",
                        "plant.yaml:17:3: sinks.screen: no stream leads to this sink; name it under 'to' of a stream, or remove"
                                + " it");
    }
}
