package io.taktstrom.ads.jni;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.AdsOptions;
import io.taktstrom.ads.tck.AdsDevice;
import io.taktstrom.ads.tck.AdsLibFile;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.contract.Variable;

/** What {@link SanitizerIT} runs in a JVM of its own. Ends with exit code 0, and {@link #DONE}, unless something is wrong. */
final class SanitizedScenario {

    static final String DONE = "the scenario is done";

    private static final int ROUNDS = 10;
    private static final int SAMPLES = 2_000;
    private static final int TCP_PORT = 48_898;

    private SanitizedScenario() {}

    /**
     * Runs sessions, or makes a fault.
     *
     * @param arguments {@code overrun}: writes beyond a buffer, which the sanitizer must see
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            overrun();
        } else {
            for (int round = 0; round < ROUNDS; round++) {
                session(round);
            }
        }
        System.out.println(DONE);
        System.out.flush();
        System.exit(0);
    }

    /** All that a connection does, on every variable that the device has. */
    private static void session(int seed) throws Exception {
        Map<String, String> options =
                Map.of(AdsOptions.BACKEND.name(), "jni", AdsOptions.LIBRARY.name(), AdsLibFile.required());
        ConnectContext context = new ConnectContext(EpochNanoClock.system(), new ConnectionObserver() {});
        try (AdsDevice device = AdsDevice.atFixedPort(TCP_PORT, options);
                Connection connection = device.provider().connect(device.endpoint(), context)) {
            List<DataPoint> points = new ArrayList<>();
            for (Variable variable : device.variables()) {
                points.add(DataPoint.of(variable.address()).withWritable());
            }
            connection.device();
            try (PointGroup group = connection.resolve(points)) {
                SampleBatch batch = group.newBatch();
                connection.read(group, batch);
                connection.write(group, batch, new int[group.size()]);
                CountDownLatch samples = new CountDownLatch(SAMPLES);
                connection.subscribe(group, SubscriptionSettings.cyclic(Duration.ofMillis(1)), came -> {
                    for (int i = 0; i < came.size(); i++) {
                        samples.countDown();
                    }
                });
                Random random = new Random(seed);
                while (!samples.await(random.nextInt(3), TimeUnit.MILLISECONDS)) {
                    connection.read(group, batch);
                }
            }
        }
    }

    /** Has the shim put 20 bytes where there is room for 8, the least that Java allocates; no port is needed to fail. */
    private static void overrun() throws Exception {
        ShimFile.load();
        long library = Shim.load(AdsLibFile.required(), (value, user, first, second) -> {}, new String[2]);
        ByteBuffer tooShort = ByteBuffer.allocateDirect(Long.BYTES);
        Shim.readDeviceInfo(library, 0, 0, Shim.addressOf(tooShort));
    }
}
