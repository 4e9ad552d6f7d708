package io.taktstrom.stream;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;

/**
 * A process that is to be killed: a device that counts, a pipeline that spills, and a sink that appends to a file and is away
 * at times. What it has promised stands in files, which outlive it.
 */
final class SpillCrashProgram {

    /** All that the receiver has got: a line for each sample, {@code run count}, and {@code marked} for Overflow. */
    static final String RECEIVED = "received";
    /** How many samples of this run are safe: published, or on disk. */
    static final String SAFE = "safe";
    /** What each run began with: {@code recovered repeated}. */
    static final String STARTS = "starts";

    private static final long PACE_SAMPLES = 2_000;

    private final SampleBatch batch = new SampleBatch(50, 2_000);
    private final FixedGroup group = TestGroups.of(ScalarType.LINT, StringType.string(30));
    private final int run;
    private final Random random;
    private long count;

    private SpillCrashProgram(int run, Random random) {
        this.run = run;
        this.random = random;
    }

    /**
     * Runs until it is killed.
     *
     * @param arguments folder, seed, run; the last run, which is negative, has no device and ends when nothing is left
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Random random = new Random(Long.parseLong(arguments[1]));
        new SpillCrashProgram(Integer.parseInt(arguments[2]), random).run(folder);
    }

    private void run(Path folder) throws Exception {
        SampleLog log = SampleLog.open(
                new LogSettings(
                        folder.resolve("log"),
                        new LogIdentity("crash.yaml", "device", "file"),
                        1 << 30,
                        Duration.ofDays(1),
                        Duration.ofMillis(random.nextInt(3) * 20L)),
                FixedGroup::new,
                EpochNanoClock.system());
        Files.writeString(
                folder.resolve(STARTS),
                log.recovered() + " " + log.repeated() + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        PipelineSettings settings = PipelineSettings.STANDARD
                .withCapacity(2_000)
                .withFlushSamples(300)
                .withOnFull(OverflowPolicy.SPILL);
        try (RandomAccessFile safe = new RandomAccessFile(folder.resolve(SAFE).toFile(), "rw");
                Pipeline pipeline = Pipeline.to(new FileInlet(folder.resolve(RECEIVED)))
                        .named("crash")
                        .settings(settings)
                        .spill(log, new SpillSettings(random.nextBoolean(), 0))
                        .start()) {
            safe.writeLong(0);
            System.out.println("ready");
            AccountedSink inlet = pipeline.inlet();
            while (run >= 0 || pipeline.accounting().buffered() > 0) {
                if (run >= 0 && pipeline.accounting().buffered() < 1_000_000) {
                    for (int i = 0; i < PACE_SAMPLES / 50; i++) {
                        inlet.onSamples(next());
                    }
                }
                Accounting counts = pipeline.accounting();
                safe.seek(0);
                safe.writeLong(counts.published() + counts.stored() - counts.recovered() - counts.droppedTotal());
                if (counts.droppedTotal() > 0 || !counts.isBalanced()) {
                    throw new AssertionError(counts);
                }
            }
        }
        System.out.println("done");
    }

    private SampleBatch next() {
        batch.reset(group, System.nanoTime(), count);
        int size = 1 + random.nextInt(batch.capacity());
        for (int i = 0; i < size; i++) {
            long time = ((long) run << 40) | count;
            if (count % 5 == 0) {
                batch.addText(1, time, StatusCode.GOOD, "run " + run + " count " + count);
            } else {
                batch.add(0, time, StatusCode.GOOD, count);
            }
            count++;
        }
        return batch;
    }

    /** Appends whole units; what is in the file outlives this process. */
    private final class FileInlet implements SinkInlet {

        private final FileChannel file;
        private final StringBuilder unit = new StringBuilder();
        private final Random moods = new Random(random.nextLong());

        FileInlet(Path path) throws IOException {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        @Override
        public void publish(SampleBatch samples, FlushUnit of) throws IOException {
            for (int i = 0; i < samples.size(); i++) {
                long ofRun = samples.sourceTimeAt(i) >>> 40;
                long number = samples.sourceTimeAt(i) & ((1L << 40) - 1);
                String text = "run " + ofRun + " count " + number;
                boolean whole = samples.pointAt(i) == 1 ? samples.textAt(i).equals(text) : samples.longAt(i) == number;
                unit.append(whole ? "" : "damaged ")
                        .append(ofRun)
                        .append(' ')
                        .append(number)
                        .append(StatusCode.hasOverflow(samples.statusAt(i)) ? " marked\n" : "\n");
            }
            if (of.isComplete()) {
                boolean away = moods.nextInt(10) == 0;
                if (!away) {
                    file.write(ByteBuffer.wrap(unit.toString().getBytes(StandardCharsets.US_ASCII)));
                }
                unit.setLength(0);
                if (away) {
                    throw new IOException("away");
                }
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
