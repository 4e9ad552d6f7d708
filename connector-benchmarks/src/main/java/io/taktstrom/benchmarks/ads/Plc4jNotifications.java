package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.benchmarks.worker.Operation;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.messages.PlcSubscriptionResponse;
import org.apache.plc4x.java.api.model.PlcSubscriptionHandle;

/** plc4j's ADS driver as a subscriber; its event carries no time of the device that could be trusted. */
final class Plc4jNotifications implements NotificationContender.BurstReader {

    private static final String TAG = "burst";

    private final PlcConnection connection;
    private final String address;

    Plc4jNotifications(String uri, int perFrame) throws Exception {
        connection = Plc4jRead.connect(uri);
        address = "0x%X/%d:UDINT".formatted(Burst.GROUP, perFrame);
    }

    @Override
    public void take(Duration cycle, NotificationTally tally) throws Exception {
        PlcSubscriptionResponse response = connection
                .subscriptionRequestBuilder()
                .addCyclicTagAddress(TAG, address, cycle)
                .build()
                .execute()
                .get(5, TimeUnit.SECONDS);
        PlcSubscriptionHandle handle = response.getSubscriptionHandle(TAG);
        handle.register(event -> {
            tally.add(event.getLong(TAG), 1);
            tally.endOfFrame();
        });
        try {
            tally.await();
        } finally {
            connection
                    .unsubscriptionRequestBuilder()
                    .addHandles(handle)
                    .build()
                    .execute()
                    .get(5, TimeUnit.SECONDS);
        }
    }

    @Override
    public void close() throws IOException {
        Operation.end(connection);
    }
}
