package io.taktstrom.runtime;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SwitchableInletTest {

    private final List<String> events = new ArrayList<>();
    private String now = "first";
    private final SwitchableInlet socket = new SwitchableInlet(this::opened, Fence.NONE);

    private SinkInlet opened() {
        String name = now;
        events.add("open " + name);
        return new SinkInlet() {
            @Override
            public void publish(SampleBatch batch, FlushUnit unit) {
                events.add(name + " has " + unit.number() + "." + unit.attempt());
            }

            @Override
            public void close() {
                events.add("close " + name);
            }
        };
    }

    private record Unit(long number, int attempt, boolean isComplete) implements FlushUnit {

        @Override
        public void refuse(int sample, String reason) {
            throw new UnsupportedOperationException(reason);
        }
    }

    private void publish(long number, int attempt) throws IOException {
        socket.publish(new SampleBatch(1, 0), new Unit(number, attempt, false));
    }

    private void replace(String next) throws IOException {
        assertThat(socket.hold(Duration.ofSeconds(10))).isTrue();
        socket.empty();
        now = next;
        socket.release();
    }

    @Test
    void aUnitThatTheFormerSinkHasBegunIsDeliveredAgainFromItsBeginning() throws IOException {
        publish(1, 1);
        publish(1, 1);
        publish(2, 1);
        replace("second");
        assertThatThrownBy(() -> publish(2, 1)).isInstanceOf(IOException.class).hasMessageContaining("flush unit");
        publish(2, 2);
        publish(2, 2);
        socket.close();
        assertThat(events)
                .containsExactly(
                        "open first",
                        "first has 1.1",
                        "first has 1.1",
                        "first has 2.1",
                        "close first",
                        "open second",
                        "second has 2.2",
                        "second has 2.2",
                        "close second");
    }

    @Test
    void whatIsEmptyIsOpenedByTheNextBatch() throws IOException {
        socket.eagerly();
        replace("second");
        publish(1, 1);
        assertThat(events).containsExactly("open first", "close first", "open second", "second has 1.1");
    }
}
