package io.taktstrom.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A connector that lacks push or browsing has nothing to write for it. */
class ConnectionTest {

    /** What a connection must have. */
    private static final class Polled implements Connection {

        @Override
        public PointGroup resolve(List<DataPoint> points) {
            throw new AssertionError("asked for nothing");
        }

        @Override
        public void read(PointGroup group, SampleBatch into) {
            throw new AssertionError("asked for nothing");
        }

        @Override
        public void write(PointGroup group, SampleBatch values, int[] statusOut) {
            throw new AssertionError("asked for nothing");
        }

        @Override
        public DeviceInfo device() {
            return new DeviceInfo("polled", "1", "RUN", Map.of());
        }

        @Override
        public CompletionStage<Void> closed() {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {
            // Nothing is held.
        }

        @Override
        public String toString() {
            return "connection to 10.0.0.5";
        }
    }

    @Test
    void aConnectionThatCannotPushSaysSoAndWhatToDo() {
        PointGroup group = new MemoryConnection().resolve(List.of(DataPoint.of("x")));

        assertThatThrownBy(
                        () -> new Polled().subscribe(group, SubscriptionSettings.onChange(Duration.ZERO), batch -> {}))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage(
                        "subscribe: a connection to 10.0.0.5 does not push values; poll, as the scan mode poll does");
    }

    @Test
    void aConnectionThatCannotBrowseSaysSoAndWhatToDo() {
        assertThatThrownBy(() -> new Polled().browse(BrowseFilter.ALL))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessage(
                        "browse: a connection to 10.0.0.5 does not say what it has; state addresses and types of the"
                                + " points");
    }
}
