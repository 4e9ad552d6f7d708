package io.taktstrom.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PublishingIntervalIT {

    /** Cycle, maximum delay, and how often the server is to publish; all in milliseconds. */
    @ParameterizedTest
    @CsvSource({"0, 0, 10", "2, 0, 2", "100, 3, 3", "1, 20, 20"})
    void theServerPublishesAsOftenAsTheDelayOrTheCycleSays(long cycle, long delay, long expected) throws IOException {
        SubscriptionSettings wanted = new SubscriptionSettings(
                SubscriptionSettings.Trigger.ON_CHANGE, Duration.ofMillis(cycle), Duration.ofMillis(delay));
        OpcUaModel model = OpcUaModel.parse("limits: {publishingMillis: 1}\npoints: {level: Int32}");
        try (OpcUaSimulator simulator = OpcUaSimulator.builder().model(model).start();
                Connection connection = Connectors.connect(simulator.endpointUri());
                PointGroup group = connection.resolve(List.of(DataPoint.of(simulator.nodeId("level"))));
                Subscription subscription = connection.subscribe(group, wanted, new RecordingSink())) {
            assertThat(subscription.revised().maxDelay()).isEqualTo(Duration.ofMillis(expected));
        }
    }
}
