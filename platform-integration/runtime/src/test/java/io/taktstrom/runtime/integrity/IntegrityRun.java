package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many rounds with one device. {@code -Dtakt.integrity.rounds=N} says how many, {@code -Dtakt.integrity.seed=N} with which
 * seed to begin: that of a failure and one round repeat it.
 */
@Tag("integrity")
abstract class IntegrityRun {

    private static final int ROUNDS = Integer.getInteger("takt.integrity.rounds", 20);
    private static final long SEED = Long.getLong("takt.integrity.seed", 1);

    /** What happens to a connection is the subject here, and needs no log. Kept, or the level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom");

    @BeforeAll
    static void beQuiet() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speakAgain() {
        LOG.setLevel(null);
    }

    abstract CountingDevice device() throws IOException;

    @Test
    void noNumberIsMissingWithoutAMark() throws IOException {
        long start = System.nanoTime();
        try (CountingDevice device = device()) {
            for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
                assertThat(outcome(device, seed))
                        .as("seed " + seed + "; repeat with -Dtakt.integrity.seed=" + seed
                                + " -Dtakt.integrity.rounds=1")
                        .isEqualTo("nothing wrong");
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + ROUNDS + " rounds from seed " + SEED
                + ", 0 unmarked gaps, " + (System.nanoTime() - start) / 1_000_000 + " ms");
    }

    @Test
    void anOutageIsMarkedByOneBadSampleBetweenTheValuesBeforeAndAfterIt() throws IOException {
        RecordingSink sink = new RecordingSink();
        try (CountingDevice device = device();
                FaultProxy proxy = FaultProxy.start(device.address(), SEED);
                ManagedConnection connection = ManagedConnection.to(
                                device.provider(), device.endpointThrough(proxy.address()))
                        .scan(new Scan(device.scan(), List.of(device.counter()), sink))
                        .settings(ManagedSettings.standard().withBackOff(Duration.ofMillis(1), Duration.ofMillis(10)))
                        .start()) {
            countUntil(device, () -> hasValue(sink.samples()));
            proxy.arm(new Fault.Refuse());
            proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0));
            countUntil(device, () -> indexOfOutage(sink.samples()) >= 0);
            proxy.clear();
            int outage = indexOfOutage(sink.samples());
            countUntil(device, () -> hasValue(tail(sink.samples(), outage)));
            // Counted once all scans of the session have begun: the first value may come before.
            countUntil(device, () -> connection.reconnects() > 0);
            assertThat(sink.samples().subList(0, outage)).noneMatch(sample -> StatusCode.isBad(sample.status()));
            assertThat(tail(sink.samples(), outage))
                    .filteredOn(sample -> sample.status() == StatusCode.BAD_NO_COMMUNICATION)
                    .hasSize(1);
        }
    }

    private static List<RecordedSample> tail(List<RecordedSample> samples, int from) {
        return samples.subList(from, samples.size());
    }

    private static boolean hasValue(List<RecordedSample> samples) {
        return samples.stream().anyMatch(sample -> !StatusCode.isBad(sample.status()));
    }

    private static int indexOfOutage(List<RecordedSample> samples) {
        for (int i = 0; i < samples.size(); i++) {
            if (samples.get(i).status() == StatusCode.BAD_NO_COMMUNICATION) {
                return i;
            }
        }
        return -1;
    }

    private static void countUntil(CountingDevice device, BooleanSupplier over) throws IOException {
        long begun = System.nanoTime();
        while (!over.getAsBoolean()) {
            assertThat(System.nanoTime() - begun).as("waited, nanoseconds").isLessThan(30_000_000_000L);
            device.step();
            LockSupport.parkNanos(500_000);
        }
    }

    private static String outcome(CountingDevice device, long seed) throws IOException {
        try {
            var wrong = IntegrityRound.run(device, seed);
            return wrong.isEmpty() ? "nothing wrong" : String.join("\n", wrong);
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }
}
