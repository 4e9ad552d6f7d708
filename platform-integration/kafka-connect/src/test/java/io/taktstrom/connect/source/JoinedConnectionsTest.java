package io.taktstrom.connect.source;

import java.util.List;
import java.util.Map;

import io.taktstrom.connect.config.DeploymentOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JoinedConnectionsTest {

    private static final String FOUR = """
            scanClasses:
              default: {mode: notify, cycle: 10ms}
            connections:
              a: {type: ads, host: 127.0.0.1, amsNetId: 5.1.2.3.1.1}
              b: {type: ads, host: 127.0.0.1, amsNetId: 5.1.2.3.1.2}
              c: {type: ads, host: 127.0.0.1, amsNetId: 5.1.2.3.1.3}
              d: {type: ads, host: 127.0.0.1, amsNetId: 5.1.2.3.1.4}
            points:
              - {id: a.x, on: a, address: MAIN.x, type: DINT}
              - {id: b.x, on: b, address: MAIN.x, type: DINT}
              - {id: c.x, on: c, address: MAIN.x, type: DINT}
              - {id: d.x, on: d, address: MAIN.x, type: DINT}
            """;
    private static final String END = """
            sinks:
              topics: {type: connect}
            """;
    private static final String ALL = "streams:\n  - {id: all, from: \"**\", to: topics}\n";

    private static List<List<String>> tasks(String deployment) {
        TaktstromSourceConnector connector = new TaktstromSourceConnector();
        connector.start(Map.of("name", "plant", DeploymentOption.TEXT.name(), deployment));
        try {
            return connector.taskConfigs(8).stream()
                    .map(task -> List.of(
                            task.getOrDefault(SourceOptions.CONNECTIONS, "").split("\n")))
                    .sorted((one, other) -> one.get(0).compareTo(other.get(0)))
                    .toList();
        } finally {
            connector.stop();
        }
    }

    @Test
    void connectionsWithoutExpressionsHaveATaskEach() {
        assertThat(tasks(FOUR + ALL + END)).containsExactly(List.of("a"), List.of("b"), List.of("c"), List.of("d"));
    }

    @Test
    void thoseOfOneExpressionAreInOneTaskAlsoByOtherComputedPoints() {
        String computed = "  - {id: sum, compute: \"a.x + c.x\"}\n  - {id: more, compute: \"sum + d.x\"}\n";
        assertThat(tasks(FOUR + computed + ALL + END)).containsExactly(List.of("a", "c", "d"), List.of("b"));
    }

    @Test
    void aStreamWithAConditionIsWhereTheConditionIs() {
        String streams = """
                streams:
                  - {id: some, from: [a.*, b.*], to: topics, when: "c.x > 1"}
                  - {id: rest, from: d.*, to: topics}
                """;
        assertThat(tasks(FOUR + streams + END)).containsExactly(List.of("a", "b", "c"), List.of("d"));
    }
}
