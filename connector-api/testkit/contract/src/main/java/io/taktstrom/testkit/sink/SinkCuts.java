package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.Sink;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.ReceivedSample;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Cuts the connection of a sink at random moments while it publishes, with and without latency, and compares what the sink
 * took with what its receiver got: every sample at least once, the first time in order.
 *
 * <p>{@code takt.cuts.rounds} and {@code takt.cuts.seed} set the number of cuts and the seed. One thread.
 */
public final class SinkCuts {

    private static final int ROUNDS = Integer.getInteger("takt.cuts.rounds", 10);
    private static final long SEED = Long.getLong("takt.cuts.seed", System.nanoTime());
    private static final int ROUNDS_PER_RECEIVER = 25;
    private static final int MAX_DELAY_MILLIS = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Receivers receivers;
    private final String name;
    private final Random random = new Random(SEED);
    private final ContractPoints points = ContractPoints.counters("cut.", 3);
    private long next;
    private int failures;
    private long repeated;

    /** Starts a receiver, which has nothing yet. */
    @FunctionalInterface
    public interface Receivers {
        ProxiedReceiver start() throws IOException;
    }

    private SinkCuts(String name, Receivers receivers) {
        this.name = name;
        this.receivers = receivers;
    }

    /**
     * Plays all rounds, one cut each.
     *
     * @param name for the summary
     */
    public static void play(String name, Receivers receivers) throws IOException {
        new SinkCuts(name, receivers).play();
    }

    private void play() throws IOException {
        for (int done = 0; done < ROUNDS; done += ROUNDS_PER_RECEIVER) {
            playSome(done, Math.min(ROUNDS, done + ROUNDS_PER_RECEIVER));
        }
        System.getLogger(SinkCuts.class.getName())
                .log(
                        System.Logger.Level.INFO,
                        name + ": " + ROUNDS + " cuts from seed " + SEED + ", " + failures + " failed attempts, " + next
                                + " samples published, 0 lost, " + repeated + " repeated");
    }

    private void playSome(int from, int to) throws IOException {
        try (ProxiedReceiver receiver = receivers.start();
                Sink sink = receiver.provider()
                        .open(
                                receiver.provider().descriptor().values("cuts", receiver.options()),
                                receiver.context())) {
            SinkFeed feed = new SinkFeed(sink.inlet("cuts", points.points()), PATIENCE);
            for (int round = from; round < to; round++) {
                cut(receiver.proxy(), feed);
            }
            feed.close();
            compare(receiver, feed, to);
        }
    }

    private void cut(FaultProxy proxy, SinkFeed feed) throws IOException {
        if (random.nextBoolean()) {
            proxy.arm(new Fault.Delay(Direction.TO_SERVER, delay()));
            proxy.arm(new Fault.Delay(Direction.TO_CLIENT, delay()));
        }
        Direction direction = random.nextBoolean() ? Direction.TO_SERVER : Direction.TO_CLIENT;
        long at = proxy.forwarded(proxy.accepted(), direction) + random.nextInt(1 << random.nextInt(16));
        ArmedFault cut =
                proxy.arm(random.nextBoolean() ? new Fault.Reset(direction, at) : new Fault.Truncate(direction, at));
        do {
            publish(proxy, cut, feed);
        } while (cut.firings() == 0);
        proxy.clear();
    }

    private Duration delay() {
        return Duration.ofMillis(random.nextInt(MAX_DELAY_MILLIS));
    }

    private void publish(FaultProxy proxy, ArmedFault cut, SinkFeed feed) throws IOException {
        SampleBatch[] unit = new SampleBatch[1 + random.nextInt(3)];
        for (int i = 0; i < unit.length; i++) {
            unit[i] = points.count(next, 1 + random.nextInt(100));
            next += unit[i].size();
        }
        try {
            feed.publish(unit);
        } catch (IOException e) {
            failures++;
            // Before the cut it fails for another reason: it is tried again under the same faults.
            if (cut.firings() > 0) {
                proxy.clear();
            }
            feed.publishUntilTaken(unit);
        }
    }

    private void compare(ProxiedReceiver receiver, SinkFeed feed, int rounds) throws IOException {
        List<ReceivedSample> received = receiver.received();
        Set<String> arrived = new HashSet<>();
        received.forEach(sample -> arrived.add(sample.point() + " " + sample.value()));
        repeated += received.size() - arrived.size();
        long lost = feed.published().stream()
                .filter(sample -> !arrived.contains(sample.point() + " " + sample.value()))
                .count();
        String where = "%s, seed %d, after round %d".formatted(name, SEED, rounds);
        assertThat(lost)
                .as("samples lost of " + feed.published().size() + ", " + where)
                .isZero();
        assertThat(feed.refused()).as("samples refused, " + where).isZero();
        ArrivedSamples.assertNoneMissing(feed.published(), received, Integer.MAX_VALUE, receiver);
    }
}
