package io.taktstrom.cli.deployment;

import java.util.List;
import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.ConnectionReport;
import io.taktstrom.runtime.health.HealthReport;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.PointCounts;
import io.taktstrom.runtime.health.SinkReport;
import io.taktstrom.runtime.health.StreamReport;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatusLineTest {

    @Test
    void theLineCountsEachSampleOnceAsReceivedAndForEachSinkAsPublished() {
        StreamReport stream = new StreamReport(
                "all.file",
                "file",
                new Accounting(100, 70, 10, Map.of(DropReason.DEADBAND, 20L)),
                0,
                SampleBatch.NO_TIME,
                "");
        Facts facts = new Facts(
                0,
                true,
                false,
                List.of(connection("a", ConnectionState.CONNECTED), connection("b", ConnectionState.WAITING)),
                List.of(stream, stream),
                List.of(sink("file"), sink("broker")),
                Map.of(),
                0,
                "",
                "");
        AlarmReport raised = new AlarmReport("hot", "warning", true, 0, 1, "");
        AlarmReport clear = new AlarmReport("cold", "warning", false, 0, 0, "");
        assertThat(StatusLine.text(new HealthReport(facts, Condition.DEGRADED, List.of(), List.of(raised, clear)), 3))
                .isEqualTo("status DEGRADED: received 100 (3/s), published 140 to 2 sinks, buffered 20, dropped 40,"
                        + " connections 1 of 2, alarms 1");
    }

    private static SinkReport sink(String name) {
        return new SinkReport(name, true, "", 0, SampleBatch.NO_TIME, 0, null);
    }

    private static ConnectionReport connection(String name, ConnectionState state) {
        return new ConnectionReport(
                name, state, 0, "", 0, PointCounts.NONE, SampleBatch.NO_TIME, 1, 0, 50, false, "", List.of());
    }
}
