package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.spi.ConnectorException;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Threads that open, use, kill and close connections in any order, never one that the library does not survive. */
class AnyOrderTest {

    private static final int THREADS = 6;
    private static final int STEPS = 150;
    private static final int HOSTS = 2;
    private static final int NET_IDS_PER_HOST = 2;

    private final NotificationHub hub = new NotificationHub();
    private final List<AdsBackend> open = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noOrderOfCallsBreaksTheLibrary(long seed) throws Exception {
        FakeAdsLib library = new FakeAdsLib("fake-any-order-" + seed, hub);
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed * THREADS + i);
            Thread thread = new Thread(() -> {
                try {
                    for (int step = 0; step < STEPS; step++) {
                        step(library, random);
                    }
                } catch (RuntimeException | Error e) {
                    failures.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        open.forEach(AdsBackend::close);
        String what = "seed " + seed;
        assertThat(library.crashes()).as(what).isEmpty();
        assertThat(failures).as(what).isEmpty();
        Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(library.openPorts()).as(what).isZero();
            assertThat(library.openConnections()).as(what).isZero();
        });
        assertThat(library.crashes()).as(what).isEmpty();
    }

    private void step(FakeAdsLib library, Random random) {
        // Others open and close meanwhile: what is chosen from must not change.
        AdsBackend[] now = open.toArray(AdsBackend[]::new);
        AdsBackend backend = now.length == 0 ? null : now[random.nextInt(1 + now.length / 2) % now.length];
        int dice = random.nextInt(100);
        try {
            if (backend == null || (dice < 10 && now.length < 20)) {
                open.add(connect(library, random));
            } else if (dice < 60) {
                backend.read(0x4020, dice, ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN));
            } else if (dice < 75) {
                List<AdsNotification> some = List.of(notification(random), notification(random));
                backend.addNotifications(some);
                if (random.nextBoolean()) {
                    backend.deleteNotifications(some);
                }
            } else if (dice < 85) {
                backend.callLater(0, backend::close);
            } else if (dice < 97) {
                open.remove(backend);
                backend.close();
            } else {
                library.kill(host(random.nextInt(HOSTS)));
            }
        } catch (ConnectorException e) {
            // Lost, closed, in the way: all that counts is that the library survives.
            assertThat(e).hasMessageMatching("(?s).+");
        }
    }

    private static String host(int number) {
        return "10.0.0." + (5 + number);
    }

    private AdsBackend connect(FakeAdsLib library, Random random) throws ConnectorException {
        int host = random.nextInt(HOSTS);
        AmsAddress target = AmsAddress.parse("5.1." + host + "." + random.nextInt(NET_IDS_PER_HOST) + ".1.1:851");
        Duration timeout = Duration.ofSeconds(5);
        return Connecting.open(
                library,
                hub,
                new BackendSettings(
                        host(host),
                        48_898,
                        target,
                        null,
                        0,
                        timeout,
                        timeout,
                        Duration.ofSeconds(1),
                        timeout,
                        RouterMode.DIRECT,
                        AdsSecurity.NONE),
                new CountingListener(),
                false);
    }

    private static AdsNotification notification(Random random) {
        return new AdsNotification(0x4020, 8, 4, TransmissionMode.CYCLIC, 0, 0, random.nextInt(100));
    }
}
