package io.taktstrom.benchmarks.spill;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import io.taktstrom.stream.SpillSettings;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;

/**
 * A pipeline that spills, and whose receiver is away while so many samples come: FOLDER SAMPLES. Checks each value that comes
 * out, and its order. Prints a line: {@code outage}, the samples, resident and heap bytes before, at
 * each quarter and at the end, nanoseconds and bytes written, nanoseconds until the first sample, memory half-way,
 * nanoseconds until the last, memory, samples dropped.
 */
final class OutageContender {

    private static final int BATCH = 256;
    private static final long BEFORE = 2_000_000;
    private static final int QUARTERS = 4;
    private static final long LOOK_NANOS = 1_000_000;
    private static final long DISK = 8L << 30;

    private final PlantSource source = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(BATCH);
    private long given;
    private volatile boolean away;
    /** Written by the pipeline's thread. */
    private volatile long received;

    private OutageContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        out.println(new OutageContender().run(Path.of(args[0]), Long.parseLong(args[1])));
        System.exit(0);
    }

    /** The pipeline's thread alone writes what it received. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void take(SampleBatch samples, FlushUnit unit) throws IOException {
        if (away) {
            throw new IOException("away");
        }
        for (int i = 0; i < samples.size(); i++) {
            if (samples.doubleAt(i) != PlantSource.valueOf(received + i)) {
                throw new IllegalStateException("sample " + (received + i) + " is not itself");
            }
        }
        received += samples.size();
    }

    private String run(Path folder, long samples) throws IOException {
        LogSettings settings = new LogSettings(
                folder,
                new LogIdentity("bench.yaml", "plant", "broker"),
                DISK,
                Duration.ofDays(1),
                Duration.ofSeconds(1));
        SampleLog log = SampleLog.open(settings, FixedGroup::new, EpochNanoClock.system());
        try (Pipeline pipeline = Pipeline.to(this::take)
                .named("outage")
                .settings(PipelineSettings.STANDARD.withOnFull(OverflowPolicy.SPILL))
                .spill(log, SpillSettings.STANDARD)
                .start()) {
            AccountedSink inlet = pipeline.inlet();
            give(inlet, BEFORE);
            await(given);
            long before = given;
            long bytesBefore = log.bytes();
            StringBuilder words = new StringBuilder("outage " + samples + " " + memory());
            away = true;
            long began = System.nanoTime();
            for (int quarter = 0; quarter < QUARTERS; quarter++) {
                give(inlet, samples / QUARTERS);
                words.append(' ').append(memory());
            }
            words.append(' ').append(System.nanoTime() - began).append(' ').append(log.bytes() - bytesBefore);
            away = false;
            long back = System.nanoTime();
            await(before + 1);
            words.append(' ').append(System.nanoTime() - back);
            await(before + (given - before) / 2);
            words.append(' ').append(memory());
            await(given);
            words.append(' ').append(System.nanoTime() - back);
            words.append(' ').append(memory());
            words.append(' ').append(pipeline.accounting().droppedTotal());
            return words.toString();
        }
    }

    private void give(AccountedSink inlet, long samples) {
        for (long left = samples; left > 0; left -= BATCH) {
            source.fill(batch);
            inlet.onSamples(batch);
            given += BATCH;
        }
    }

    private void await(long samples) {
        while (received < samples) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /** Bytes: what the process holds of the machine's memory, and what of the heap is in use. */
    private static String memory() throws IOException {
        return resident() + " "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Bytes of this process that are in memory; -1 where the system does not tell. */
    private static long resident() throws IOException {
        Path status = Path.of("/proc/self/status");
        for (String line : Files.exists(status) ? Files.readAllLines(status) : List.<String>of()) {
            if (line.startsWith("VmRSS:")) {
                return 1024 * Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return -1;
    }
}
