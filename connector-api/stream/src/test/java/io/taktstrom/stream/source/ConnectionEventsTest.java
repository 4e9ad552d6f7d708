package io.taktstrom.stream.source;

import java.util.List;

import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.testkit.Recorded;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What Flight Recorder hears of a managed connection. */
class ConnectionEventsTest extends ManagedFixture {

    @Test
    void whatIsPushedIsToldWithItsScan() throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Notification", () -> {
            start();
            awaitValue(1);
            device.push(2);
            awaitValue(2);
        });
        assertThat(events).isNotEmpty().allSatisfy(event -> {
            assertThat(event.getString("connection")).isEqualTo("press1");
            assertThat(event.getString("scan")).isEqualTo("fast");
            assertThat(event.getInt("samples")).isPositive();
        });
    }

    @Test
    void whatIsPolledIsNoNotification() throws Exception {
        assertThat(Recorded.during("taktstrom.Notification", () -> {
                    start(device, POLL, sink, SETTINGS);
                    sink.awaitCount(4);
                }))
                .isEmpty();
    }

    @Test
    void aSessionThatIsLostIsToldWithItsCause() throws Exception {
        List<RecordedEvent> events = Recorded.during("taktstrom.Session", () -> {
            device.onConnect = FakeDevice.failing(new ConnectFailedException("no route to the device"));
            start();
            await().until(() -> notices.stream().anyMatch(notice -> notice.contains("no route")));
            device.onConnect = FakeDevice.Script.NOTHING;
            awaitValue(1);
            loseAndAwaitReturn(2);
        });
        assertThat(events)
                .allSatisfy(event -> assertThat(event.getString("connection")).isEqualTo("press1"));
        assertThat(events).extracting(event -> event.getString("turn")).contains("failed", "connected", "lost");
        assertThat(events)
                .filteredOn(event -> event.getString("turn").equals("failed"))
                .allSatisfy(event -> assertThat(event.getString("cause")).contains("no route to the device"));
        assertThat(events)
                .filteredOn(event -> event.getString("turn").equals("lost"))
                .hasSize(1)
                .allSatisfy(event -> assertThat(event.getString("cause")).isNotEmpty());
    }
}
