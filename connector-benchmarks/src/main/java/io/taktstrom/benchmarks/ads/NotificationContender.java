package io.taktstrom.benchmarks.ads;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

/**
 * Takes one burst and checks each number: WHO URI RATE SAMPLES-PER-FRAME TOTAL. Prints the {@linkplain NotificationTally
 * tally's} line. A first burst warms up and does not count.
 */
public final class NotificationContender {

    private NotificationContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        long rate = Long.parseLong(args[2]);
        int perFrame = Integer.parseInt(args[3]);
        long total = Long.parseLong(args[4]);
        Duration cycle = rate == 0 ? Duration.ZERO : Duration.ofNanos(1_000_000_000L / rate);
        BurstReader burst = switch (args[0]) {
            case "taktstrom" -> taktstrom(args[1], perFrame);
            case "plc4j" -> new Plc4jNotifications(args[1], perFrame);
            default -> throw new IllegalArgumentException("no contender " + args[0]);
        };
        try (burst) {
            burst.take(Duration.ZERO, new NotificationTally(total));
            NotificationTally tally = new NotificationTally(total);
            burst.take(cycle, tally);
            out.println(tally.line());
        }
        // plc4j leaves threads behind that are not daemons.
        System.exit(0);
    }

    /** Somebody who can subscribe to the simulator's burst. */
    interface BurstReader extends AutoCloseable {
        /** Subscribes, waits until the tally has enough, and unsubscribes. */
        void take(Duration cycle, NotificationTally tally) throws Exception;

        @Override
        void close() throws IOException;
    }

    private static BurstReader taktstrom(String uri, int perFrame) throws Exception {
        EpochNanoClock clock = EpochNanoClock.system();
        Connection connection = Connectors.connect(uri);
        PointGroup group = connection.resolve(List.of(DataPoint.of("0x%X:%s:UDINT".formatted(Burst.GROUP, perFrame))));
        return new BurstReader() {
            @Override
            public void take(Duration cycle, NotificationTally tally) throws Exception {
                Subscription subscription = connection.subscribe(group, SubscriptionSettings.cyclic(cycle), batch -> {
                    long now = clock.epochNanos();
                    for (int i = 0; i < batch.size(); i++) {
                        if (StatusCode.isGood(batch.statusAt(i))) {
                            tally.add(batch.longAt(i), now - batch.sourceTimeAt(i));
                        }
                    }
                    tally.endOfFrame();
                });
                try {
                    tally.await();
                } finally {
                    subscription.close();
                }
            }

            @Override
            public void close() {
                connection.close();
            }
        };
    }
}
