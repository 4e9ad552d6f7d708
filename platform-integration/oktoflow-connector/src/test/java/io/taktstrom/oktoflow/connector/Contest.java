package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

import com.sun.management.ThreadMXBean;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorInputTypeTranslator;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorOutputTypeTranslator;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.transport.connectors.ReceptionCallback;
import org.HdrHistogram.Histogram;

/** One connector on a PLC whose counter goes up by one each millisecond: what arrives, when, and at what cost. */
final class Contest implements ReceptionCallback<Long> {

    /** Reads the variables of a record, the counter first. */
    @FunctionalInterface
    interface Reader {
        long read(ModelAccess access) throws IOException;
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long CYCLE_NANOS = 1_000_000;

    private final boolean notifications;
    private final Reader reader;
    private final Histogram lateness = new Histogram(60_000_000_000L, 3);
    private volatile long records;
    private volatile boolean throwing;
    private long first = -1;
    private long last = -1;
    private long seen;
    private long previous;

    Contest(boolean notifications, Reader reader) {
        this.notifications = notifications;
        this.reader = reader;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate")
    public void received(Long counter) {
        if (throwing) {
            throw new IllegalStateException("the consumer is unwell");
        }
        long now = System.nanoTime();
        if (records > 0) {
            lateness.recordValue(Math.abs(now - previous - CYCLE_NANOS));
        }
        previous = now;
        first = first < 0 ? counter : first;
        seen += counter == last ? 0 : 1;
        last = counter;
        records++;
    }

    @Override
    public Class<Long> getType() {
        return Long.class;
    }

    void setThrowing(boolean on) {
        throwing = on;
    }

    long records() {
        return records;
    }

    /** The same adapter for either side. */
    TranslatingProtocolAdapter<Object, Object, Long, Long> adapter() {
        return new TranslatingProtocolAdapter<>(new Output(), new Input());
    }

    /**
     * Runs until the counter has gone up so far.
     *
     * @return a row of a table
     */
    String run(
            String name,
            Connector<Object, Object, Long, Long> connector,
            ConnectorParameter parameters,
            int cycles,
            int values)
            throws IOException, InterruptedException {
        connector.setReceptionCallback(this);
        connector.connect(parameters);
        for (int i = 0; i < 100 && records < 10; i++) {
            Thread.sleep(50);
        }
        lateness.reset();
        long from = first;
        long recordsBefore = records;
        long bytesBefore = allocated();
        long begin = System.nanoTime();
        long until = Math.max(last, from) + cycles;
        long counterBefore = last;
        long seenBefore = seen;
        while (last < until && System.nanoTime() - begin < 20L * cycles * CYCLE_NANOS) {
            Thread.sleep(1);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long got = records - recordsBefore;
        long cyclesGone = Math.max(1, last - counterBefore);
        long cyclesSeen = seen - seenBefore;
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %.0f | %d of %d (%.2f %%) | %.0f / %.0f / %.0f | %.0f |",
                name,
                values,
                got / seconds,
                got * values / seconds,
                cyclesGone - cyclesSeen,
                cyclesGone,
                100.0 * (cyclesGone - cyclesSeen) / cyclesGone,
                lateness.getValueAtPercentile(50) / 1e3,
                lateness.getValueAtPercentile(99) / 1e3,
                lateness.getMaxValue() / 1e3,
                (allocated() - bytesBefore) / (double) Math.max(1, got * values));
    }

    /** By threads that live; the simulator's are among them, which allocate nothing while they notify. */
    private static long allocated() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    private final class Output extends AbstractConnectorOutputTypeTranslator<Object, Long> {

        @Override
        public Long to(Object source) throws IOException {
            return reader.read(getModelAccess());
        }

        @Override
        public void initializeModelAccess() throws IOException {
            getModelAccess().useNotifications(notifications);
        }

        @Override
        public Class<? extends Object> getSourceType() {
            return Object.class;
        }

        @Override
        public Class<? extends Long> getTargetType() {
            return Long.class;
        }
    }

    private static final class Input extends AbstractConnectorInputTypeTranslator<Long, Object> {

        @Override
        public Object from(Long data) {
            return data;
        }

        @Override
        public Class<? extends Object> getSourceType() {
            return Object.class;
        }

        @Override
        public Class<? extends Long> getTargetType() {
            return Long.class;
        }
    }
}
