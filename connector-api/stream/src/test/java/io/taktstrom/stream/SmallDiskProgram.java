package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;

import static org.awaitility.Awaitility.await;

/**
 * Fills the small disk that it buffers on, gets room there again, and then its receiver. In a process of its own, for a heap that
 * would not hold what it sends: see {@link SmallDiskIT}.
 */
final class SmallDiskProgram {

    private static final Duration LIMIT = Duration.ofSeconds(40);
    /** Long enough for a disk that works, on a busy machine. */
    private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(2);

    private static final int BATCH = 100;
    private static final int FILLER_BYTES = 2 << 20;
    /** Some 70 MB, more than heap and disk together. */
    private static final long WHILE_FULL = 2_000_000;

    private static final long AFTERWARDS = 10_000;

    private final FixedGroup group = TestGroups.of(ScalarType.LINT);
    private final SampleBatch batch = new SampleBatch(BATCH, 0);
    private long sent;
    private volatile boolean isAway = true;
    private long published;
    private long latest = -1;

    private SmallDiskProgram() {}

    /**
     * Ends with 0 when all is as it should be.
     *
     * @param arguments the folder that is a file system of its own
     */
    public static void main(String[] arguments) throws Exception {
        new SmallDiskProgram().run(Path.of(arguments[0]));
    }

    private void run(Path disk) throws Exception {
        FileStore store = Files.getFileStore(disk);
        require(store.getTotalSpace() < 16 << 20, "not a small disk: " + store);
        Path filler = Files.write(disk.resolve("filler"), new byte[FILLER_BYTES]);
        SampleLog log = SampleLog.open(
                new LogSettings(
                        disk.resolve("log"),
                        new LogIdentity("small.yaml", "device", "memory"),
                        1 << 30,
                        Duration.ofDays(1),
                        Duration.ofMillis(20)),
                FixedGroup::new,
                EpochNanoClock.system());
        PipelineSettings settings = PipelineSettings.STANDARD
                .withCapacity(4_000)
                .withFlushSamples(500)
                .withBlockTimeout(BLOCK_TIMEOUT)
                .withOnFull(OverflowPolicy.SPILL);
        try (Pipeline pipeline = Pipeline.to(this::receive)
                .named("small")
                .settings(settings)
                .spill(log, SpillSettings.STANDARD)
                .onNotice(notice -> System.out.println("notice: " + notice))
                .start()) {
            AccountedSink inlet = pipeline.inlet();
            long deadline = System.nanoTime() + LIMIT.toNanos();
            while (pipeline.spillTrouble() == null) {
                require(System.nanoTime() < deadline, "the disk does not become full");
                send(inlet, BATCH);
            }
            System.out.println("full: " + pipeline.spillTrouble());
            send(inlet, WHILE_FULL);
            Accounting full = pipeline.accounting();
            require(full.isBalanced() && full.dropped(DropReason.OVERFLOW_OLDEST) > 0, "the counts when full: " + full);
            require(full.stored() > 0, "what was on the disk before stays there: " + full);

            Files.delete(filler);
            awaitThat(() -> pipeline.spillTrouble() == null, "it does not come back");
            long dropped = pipeline.accounting().droppedTotal();
            send(inlet, AFTERWARDS);
            isAway = false;
            awaitThat(() -> pipeline.accounting().buffered() == 0, "not all is published");
            Accounting last = pipeline.accounting();
            require(last.isBalanced() && last.received() == sent, "the counts at the end: " + last);
            require(last.droppedTotal() == dropped, "none was lost when there was room again: " + last);
            require(last.published() == published, "the receiver has " + published + ": " + last);
            require(latest == sent - 1, "the latest is there: " + latest + " of " + sent);
            System.out.println("done: " + last);
        }
    }

    private void send(AccountedSink inlet, long samples) {
        for (long end = sent + samples; sent < end; ) {
            batch.reset(group, sent, sent);
            for (int i = 0; i < BATCH; i++) {
                batch.add(0, sent, StatusCode.GOOD, sent);
                sent++;
            }
            inlet.onSamples(batch);
        }
    }

    private void receive(SampleBatch samples, FlushUnit unit) throws IOException {
        if (isAway) {
            throw new IOException("away");
        }
        for (int i = 0; i < samples.size(); i++) {
            require(samples.longAt(i) > latest, samples.longAt(i) + " comes behind " + latest);
            latest = samples.longAt(i);
            published++;
        }
    }

    private static void awaitThat(Callable<Boolean> condition, String what) {
        await(what).atMost(LIMIT).until(condition);
    }

    private static void require(boolean right, String what) {
        if (!right) {
            System.out.println("failed: " + what);
            Runtime.getRuntime().halt(1);
        }
    }
}
