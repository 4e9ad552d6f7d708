package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** What stands in docs/monitoring, by itself: see {@link DashboardIT} for what a Prometheus answers. */
class MonitoringFilesIT {

    private static final Path MONITORING =
            Path.of("..", "..", "docs", "monitoring").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @Test
    void eachAlertFiresAndClears() throws Exception {
        Prometheus.promtool(MONITORING, "check", "rules", "taktstrom-alerts.yaml");
        Prometheus.promtool(MONITORING, "test", "rules", "taktstrom-alerts-test.yaml");
        String tests = Files.readString(MONITORING.resolve("taktstrom-alerts-test.yaml"));
        assertThat(Files.readAllLines(MONITORING.resolve("taktstrom-alerts.yaml")))
                .filteredOn(line -> line.contains("- alert: "))
                .isNotEmpty()
                .allMatch(line -> tests.contains(
                        "- name: " + line.replace("- alert: ", "").strip() + "\n"));
    }

    @Test
    void thePageShowsAConfigurationThatPrometheusTakes() throws Exception {
        List<String> blocks = DocumentedBlock.runBy(MonitoringFilesIT.class, "monitor.md");
        assertThat(blocks).hasSize(1);
        Files.copy(MONITORING.resolve("taktstrom-alerts.yaml"), directory.resolve("taktstrom-alerts.yaml"));
        Files.writeString(directory.resolve("prometheus.yml"), blocks.get(0));
        Prometheus.promtool(directory, "check", "config", "prometheus.yml");
    }

    @Test
    void theDashboardHasWhatGrafanaWants() throws IOException {
        JsonNode dashboard =
                new JsonMapper().readTree(Files.readString(MONITORING.resolve("taktstrom-dashboard.json")));
        assertThat(dashboard.get("uid").stringValue()).isEqualTo("taktstrom");
        assertThat(dashboard.get("schemaVersion").intValue()).isGreaterThanOrEqualTo(36);
        assertThat(dashboard.at("/templating/list/0/type").stringValue()).isEqualTo("datasource");
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            String title = panel.get("title").stringValue();
            assertThat(ids.add(panel.get("id").intValue())).as(title).isTrue();
            int right =
                    panel.at("/gridPos/x").intValue() + panel.at("/gridPos/w").intValue();
            assertThat(right).as(title).isLessThanOrEqualTo(24);
            if (!panel.get("type").stringValue().equals("row")) {
                assertThat(panel.at("/datasource/uid").stringValue()).as(title).isEqualTo("${datasource}");
                assertThat(panel.at("/fieldConfig/defaults/unit").asString())
                        .as(title)
                        .isNotEmpty();
                assertThat(panel.path("description").asString()).as(title).isNotEmpty();
            }
        }
    }

    @Test
    void anAddressThatIsNoReceiverOfMetricsIsSaidWithoutItsPassword() {
        Ran ran = Ran.takt("run", "plant.yaml", "--otlp", "http://me:open-sesame@collector/v1/metrics")
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("http://127.0.0.1:4318/v1/metrics").doesNotContain("open-sesame");
    }
}
