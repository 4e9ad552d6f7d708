package io.taktstrom.stream.poll;

import java.time.Duration;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.source.FakeDevice;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class PollerAllocationTest {

    private static final int POLLS = 100;

    @ParameterizedTest
    @EnumSource(SubscriptionSettings.Trigger.class)
    void pollingAllocatesNothingOnItsThread(SubscriptionSettings.Trigger trigger) throws Exception {
        FakeDevice device = FakeDevice.polled();
        Connection connection = device.connect(device.endpoint(), ConnectContext.standard());
        PointGroup group = connection.resolve(List.of(DataPoint.of("a"), DataPoint.of("b")));
        PollMeter meter = new PollMeter(EpochNanoClock.system());
        device.onRead = () -> device.value = meter.polls();
        SubscriptionSettings wanted = new SubscriptionSettings(trigger, Duration.ofNanos(20_000), Duration.ZERO);
        PollSettings settings =
                new PollSettings("allocation", IdleStrategy.PARK, EpochNanoClock.system(), meter, message -> {});
        try (Poller poller = Poller.start(connection, group, wanted, batch -> {}, settings)) {
            AllocationMeter.threads(thread -> thread.getName().equals("allocation"))
                    .assertZeroPerOperation(POLLS, () -> {
                        long target = meter.polls() + POLLS;
                        while (meter.polls() < target) {
                            Thread.onSpinWait();
                        }
                    });
            assertThat(poller.meter().failures()).isZero();
        }
    }
}
