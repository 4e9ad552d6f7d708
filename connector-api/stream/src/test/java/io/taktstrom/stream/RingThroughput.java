package io.taktstrom.stream;

import java.util.Locale;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/**
 * Measures the ring: batches of 100 DINTs put and taken, by one thread in turn and by two threads at once. Run by hand;
 * a test of times would depend on the machine.
 *
 * <pre>
 * mvn -q -B -pl :connector-stream -am test-compile
 * java -cp (test class path) io.taktstrom.stream.RingThroughput
 * </pre>
 */
final class RingThroughput {

    private static final int BATCH = 100;
    private static final int BATCHES = 500_000;
    private static final int ROUNDS = 5;

    private final SampleRing ring =
            new SampleRing(PipelineSettings.STANDARD.withArenaBytes(0).withOnFull(OverflowPolicy.BLOCK));
    private final FixedGroup group = TestGroups.dints(BATCH);
    private final Origin origin = ring.open(null, group);
    private final SampleBatch in = new SampleBatch(BATCH, 0);
    private final SampleQueue staged = new SampleQueue(4096, 0);
    private final SampleBatch out = new SampleBatch(4096, 0);
    private long checksum;

    private RingThroughput() {
        in.reset(group, 1, 0);
        for (int i = 0; i < BATCH; i++) {
            in.add(i, i, StatusCode.GOOD, i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        RingThroughput one = new RingThroughput();
        for (int round = 0; round < ROUNDS; round++) {
            one.report("one thread", one.inTurn());
        }
        RingThroughput two = new RingThroughput();
        for (int round = 0; round < ROUNDS; round++) {
            two.report("two threads", two.atOnce());
        }
    }

    private long inTurn() throws InterruptedException {
        long start = System.nanoTime();
        for (int i = 0; i < BATCHES; i++) {
            ring.put(origin, in);
            take();
        }
        return System.nanoTime() - start;
    }

    private long atOnce() throws InterruptedException {
        Thread source = new Thread(() -> {
            for (int i = 0; i < BATCHES; i++) {
                ring.put(origin, in);
            }
        });
        long start = System.nanoTime();
        source.start();
        for (long taken = 0; taken < (long) BATCHES * BATCH; ) {
            taken += take();
        }
        source.join();
        return System.nanoTime() - start;
    }

    private int take() throws InterruptedException {
        int taken = ring.take(staged);
        for (long position = staged.head(); position < staged.tail(); ) {
            position = staged.copyRun(position, out);
            checksum += out.longAt(out.size() - 1);
        }
        ring.acknowledge();
        staged.clear();
        return taken;
    }

    private void report(String what, long nanos) {
        double samples = (double) BATCHES * BATCH;
        System.out.printf(
                Locale.ROOT,
                "%s: %.1f M samples/s, %.1f ns per sample (checksum %d)%n",
                what,
                samples / nanos * 1000,
                nanos / samples,
                checksum);
    }
}
