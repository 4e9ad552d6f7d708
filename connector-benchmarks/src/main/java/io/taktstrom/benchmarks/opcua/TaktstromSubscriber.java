package io.taktstrom.benchmarks.opcua;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.SubscriptionSettings;

/** Our connector as a subscriber. */
final class TaktstromSubscriber {

    private final Load load;
    private final ClientTally tally;

    private TaktstromSubscriber(Load load, ClientTally tally) {
        this.load = load;
        this.tally = tally;
    }

    static Connection subscribe(String uri, Load load, ClientTally tally) throws ConnectorException {
        TaktstromSubscriber subscriber = new TaktstromSubscriber(load, tally);
        Connection connection = Connectors.connect(uri + "?security=none&queueSize=" + Load.QUEUE);
        List<DataPoint> points = IntStream.range(0, load.items())
                .mapToObj(i -> point(load.item(i)))
                .toList();
        PointGroup group = connection.resolve(points);
        SubscriptionSettings settings = new SubscriptionSettings(
                SubscriptionSettings.Trigger.ON_CHANGE, Duration.ZERO, Duration.ofMillis(load.periodMillis()));
        connection.subscribe(group, settings, load.words() == 0 ? subscriber::takeNumbers : subscriber::takeArrays);
        return connection;
    }

    static DataPoint point(String name) {
        return DataPoint.of("nsu=" + CountingNamespace.URI + ";s=" + name);
    }

    private void takeNumbers(SampleBatch batch) {
        synchronized (tally) {
            for (int i = 0; i < batch.size(); i++) {
                int status = batch.statusAt(i);
                if (!StatusCode.isBad(status)) {
                    tally.take(batch.pointAt(i), (int) batch.longAt(i), StatusCode.hasOverflow(status));
                }
            }
        }
    }

    private void takeArrays(SampleBatch batch) {
        synchronized (tally) {
            for (int i = 0; i < batch.size(); i++) {
                int status = batch.statusAt(i);
                int at = batch.arenaOffsetAt(i);
                int bytes = batch.lengthAt(i);
                if (!StatusCode.isBad(status)) {
                    int first = batch.arena().getInt(at);
                    int last = batch.arena().getInt(at + bytes - Integer.BYTES);
                    if (load.isWhole(bytes / Integer.BYTES, first, last)) {
                        tally.take(batch.pointAt(i), first, StatusCode.hasOverflow(status));
                    }
                }
            }
        }
    }
}
