package io.taktstrom.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Points, endpoints and scan classes check and keep what they are given. */
class VocabularyTest {

    @Test
    void aPointIsReadOnlyUnlessItSaysOtherwise() {
        DataPoint point = DataPoint.of("MAIN.x");
        assertThat(point.name()).isEqualTo("MAIN.x");
        assertThat(point.writable()).isFalse();
        assertThat(point.type()).isNull();
        assertThat(point.withWritable().writable()).isTrue();
        assertThat(point.withWritable().withType(ScalarType.INT).writable()).isTrue();
        assertThat(point.withType(ScalarType.INT).type()).isEqualTo(ScalarType.INT);
    }

    @Test
    void aPointNeedsANameAndAnAddress() {
        assertThatThrownBy(() -> DataPoint.of(" ", "MAIN.x")).hasMessage("a data point needs a name (address MAIN.x)");
        assertThatThrownBy(() -> DataPoint.of("x", "")).hasMessage("data point x needs an address");
    }

    @Test
    void labelsAreACopy() {
        Map<String, String> labels = new HashMap<>(Map.of("line", "3"));
        DataPoint point = new DataPoint("x", "x", null, false, "Cel", labels);
        labels.clear();
        assertThat(point.labels()).containsEntry("line", "3");
    }

    @Test
    void anEndpointChecksHostAndPort() {
        assertThatThrownBy(() -> new Endpoint("ads", " ", 1, Map.of())).hasMessage("ads endpoint needs a host");
        assertThatThrownBy(() -> new Endpoint("ads", "plc", 0, Map.of()))
                .hasMessage("ads endpoint plc: port 0 is outside 1..65535");
        assertThatThrownBy(() -> new Endpoint("ads", "plc", 65_536, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anEndpointShowsNoOptions() {
        assertThat(new Endpoint("ads", "plc", 48_898, Map.of("password", "hunter2")))
                .hasToString("ads://plc:48898");
        assertThat(new Endpoint("ads", "fe80::1", 48_898, Map.of())).hasToString("ads://[fe80::1]:48898");
    }

    @Test
    void aScanClassKnowsWhoKeepsTheTime() {
        Duration second = Duration.ofSeconds(1);
        assertThat(new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ZERO, Duration.ZERO).cycle())
                .isZero();
        assertThatThrownBy(() -> new ScanClass("slow", ScanClass.Mode.POLL, Duration.ZERO, Duration.ZERO))
                .hasMessage("scan class slow: reading needs a cycle");
        assertThatThrownBy(() -> new ScanClass("odd", ScanClass.Mode.POLL, second, second.negated()))
                .hasMessage("scan class odd: cycle and maxDelay must not be negative");
    }
}
