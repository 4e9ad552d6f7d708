package io.taktstrom.page;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/**
 * A device in memory: pushes a wave on each number, and on each text its address. An address that begins with {@code bad} is Bad. As
 * many points as one likes, each millisecond.
 */
final class WaveConnector implements ConnectorProvider {

    private static final double TURN = 2 * Math.PI;
    /** Between which values a wave goes, by its unit: as in a plant. */
    private static final Map<String, double[]> BETWEEN = Map.of(
            "kN", new double[] {12, 940},
            "Cel", new double[] {58, 67},
            "1/min", new double[] {1440, 1485},
            "mm/s", new double[] {-380, 380},
            "bar", new double[] {5.8, 6.4});

    private static final double[] ANYWHERE = {10, 90};

    private final String type;
    private final Map<String, Object> written = new ConcurrentHashMap<>();
    private @Nullable Session session;
    private boolean away;

    WaveConnector(String type) {
        this.type = type;
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return ConnectorDescriptor.of(type, "Wave", "Waves in memory.")
                .port(4711)
                .capabilities(Set.of(Capability.READ, Capability.WRITE, Capability.SUBSCRIBE))
                .addresses("Anything.", "(?s).+", "a")
                .build();
    }

    @Override
    public synchronized Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        if (away) {
            throw new ConnectionLostException("the waves are away");
        }
        session = new Session(context, written);
        return session;
    }

    /** Goes away, or comes back. */
    synchronized void away(boolean now) {
        away = now;
        if (now && session != null) {
            session.close();
        }
    }

    /** From now on a point has this value, whatever its wave would be. */
    void set(String address, Object value) {
        written.put(address, value);
    }

    private static final class Session implements Connection {

        private final ConnectContext context;
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private final Map<String, Object> written;
        private final ScheduledExecutorService waves = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "waves");
            thread.setDaemon(true);
            return thread;
        });
        private long sequence;

        Session(ConnectContext context, Map<String, Object> written) {
            this.context = context;
            this.written = written;
        }

        @Override
        public PointGroup resolve(List<DataPoint> points) {
            return new FixedGroup(
                    points,
                    points.stream()
                            .map(point -> point.type() == null ? ScalarType.LREAL : point.type())
                            .toList(),
                    points.stream().map(point -> StatusCode.GOOD).toList());
        }

        private void fill(PointGroup group, SampleBatch batch) {
            long now = context.clock().epochNanos();
            batch.reset(group, now, sequence);
            double turns = now % 1_000_000_000_000L / 1e9 * TURN;
            for (int point = 0; point < group.size(); point++) {
                DataPoint of = group.points().get(point);
                Object set = written.get(of.address());
                if (of.address().startsWith("bad")) {
                    batch.addBad(point, now, StatusCode.BAD_DEVICE_FAILURE);
                } else if (set != null) {
                    Values.put(batch, point, set);
                } else if (group.typeAt(point) instanceof StringType) {
                    batch.addText(point, now, StatusCode.GOOD, of.address());
                } else if (group.typeAt(point) instanceof ArrayType array) {
                    Values.put(
                            batch,
                            point,
                            Collections.nCopies(array.bounds().get(0).upper() + 1, 0.5));
                } else {
                    batch.addDouble(point, now, StatusCode.GOOD, wave(of.unit(), turns, point));
                }
            }
            sequence += batch.size();
        }

        private static double wave(String unit, double turns, int point) {
            double[] between = BETWEEN.getOrDefault(unit, ANYWHERE);
            double high = (1 + Math.sin(turns / (14 + 5 * (point % 7)) + point)) / 2;
            return between[0] + (between[1] - between[0]) * high;
        }

        @Override
        public void read(PointGroup group, SampleBatch into) {
            fill(group, into);
        }

        @Override
        public void write(PointGroup group, SampleBatch values, int[] statusOut) {
            for (int i = 0; i < values.size(); i++) {
                written.put(group.points().get(values.pointAt(i)).address(), Values.get(values, i));
            }
            Arrays.fill(statusOut, StatusCode.GOOD);
        }

        @Override
        public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink) {
            SampleBatch batch = group.newBatch();
            var beat = waves.scheduleAtFixedRate(
                    () -> {
                        fill(group, batch);
                        sink.onSamples(batch);
                    },
                    0,
                    wanted.cycle().toNanos(),
                    TimeUnit.NANOSECONDS);
            return new Subscription() {
                @Override
                public PointGroup group() {
                    return group;
                }

                @Override
                public SubscriptionSettings revised() {
                    return wanted;
                }

                @Override
                public int statusAt(int point) {
                    return StatusCode.GOOD;
                }

                @Override
                public void close() {
                    beat.cancel(false);
                }
            };
        }

        @Override
        public DeviceInfo device() {
            return new DeviceInfo("waves", "1", "RUN", Map.of());
        }

        @Override
        public CompletionStage<Void> closed() {
            return closed;
        }

        @Override
        public void close() {
            waves.shutdownNow();
            closed.complete(null);
        }
    }
}
