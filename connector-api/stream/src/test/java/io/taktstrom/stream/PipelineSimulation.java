package io.taktstrom.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.stream.log.FrailFiles;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * One seed: a pipeline with everything that it runs in production, stepped in an order that the seed decides, between a source that
 * counts and a receiver that fails; killed and started again at any step. After each step the accounting is balanced, and the
 * contract of delivery holds. The same seed is the same run.
 */
final class PipelineSimulation {

    private static final int STEPS = 400;
    private static final Duration LAST_CHANCE = Duration.ofHours(1);
    private static final int MIN_LOG_BYTES = 1 << 20;
    private static final String SEGMENT = ".seg";

    private final SplittableRandom random;
    private final Path folder;
    private final List<String> trace = new ArrayList<>();
    private final int points;
    private final OverflowPolicy policy;
    private final PipelineSettings settings;
    private final SpillSettings spill;
    private final Duration sync;
    private final Duration maxAge;
    private final SampleBatch batch;
    private final long[] made;
    private final SimulatedReceiver receiver;
    private final SimulatedScheduler scheduler;
    private final List<SampleLog> killed = new ArrayList<>();

    private Path logFolder;
    private int runs;
    private FrailFiles disk = new FrailFiles();
    private @Nullable SampleLog log;
    private Pipeline pipeline;
    private AccountedSink inlet;
    private FixedGroup group;
    private long pushed;
    private int depth;
    /** The source and the clock stand still. */
    private boolean quiet;
    /** The disk was full, or could not force, since the process began. */
    private boolean diskFailed;
    /** The log may not say what of it was sent: that is written, but not forced, with each unit. */
    private boolean mayHaveForgotten;

    PipelineSimulation(long seed, Path folder) throws IOException {
        random = new SplittableRandom(seed);
        this.folder = folder;
        points = 1 + random.nextInt(3);
        List<OverflowPolicy> policies = List.of(
                OverflowPolicy.DROP_OLDEST, OverflowPolicy.DROP_NEWEST, OverflowPolicy.SPILL, OverflowPolicy.SPILL);
        policy = policies.get(random.nextInt(policies.size()));
        settings = PipelineSettings.STANDARD
                .withCapacity(1 + random.nextInt(32))
                .withArenaBytes(0)
                .withOnFull(policy)
                .withBlockTimeout(Duration.ZERO)
                .withFlushSamples(1 + random.nextInt(16));
        spill = new SpillSettings(random.nextBoolean(), random.nextInt(3) == 0 ? 50 : 0);
        sync = random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(100);
        maxAge = random.nextInt(3) == 0 ? Duration.ofSeconds(2) : Duration.ofDays(1);
        batch = new SampleBatch(8, 0);
        made = new long[points];
        scheduler = new SimulatedScheduler(random);
        receiver = new SimulatedReceiver(random, points, settings.flushSamples(), this::meanwhile, trace::add);
        logFolder = folder.resolve("log0");
        group = TestGroups.dints(points);
        pipeline = start();
        inlet = pipeline.inlet();
        trace.add(points + " points, " + policy + ", " + settings + ", " + spill + ", sync " + sync + ", maxAge "
                + maxAge);
    }

    private Pipeline start() throws IOException {
        PipelineBuilder builder = Pipeline.to(receiver)
                .named("simulated")
                .settings(settings)
                .clock(scheduler)
                .simulated(scheduler, random);
        if (policy == OverflowPolicy.SPILL) {
            LogSettings logSettings =
                    new LogSettings(logFolder, new LogIdentity("plant.yaml", "s", "r"), MIN_LOG_BYTES, maxAge, sync);
            disk = new FrailFiles();
            log = disk.log(logSettings, scheduler);
            builder.spill(log, spill);
        }
        return builder.start();
    }

    /**
     * Runs it.
     *
     * @throws AssertionError with what was wrong, and all that happened before
     */
    void run() throws IOException {
        try {
            for (int step = 0; step < STEPS; step++) {
                step();
                check();
            }
            end();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "\n" + String.join("\n", trace), e);
        } finally {
            scheduler.kill();
            for (SampleLog each : killed) {
                each.close();
            }
        }
    }

    private void step() throws IOException {
        int chance = random.nextInt(100);
        if (chance < 35) {
            push();
        } else if (chance < 80) {
            if (!scheduler.stepAny()) {
                scheduler.advance(Long.MAX_VALUE);
            }
        } else if (chance < 86) {
            long nanos = random.nextLong(Duration.ofSeconds(3).toNanos());
            trace.add("time passes: " + nanos / 1_000_000 + " ms");
            scheduler.pass(nanos);
        } else if (chance < 90) {
            trace.add("the source connects again");
            group = TestGroups.dints(points);
        } else if (chance < 96) {
            SimulatedReceiver.Behavior[] behaviors = SimulatedReceiver.Behavior.values();
            SimulatedReceiver.Behavior behavior = behaviors[random.nextInt(behaviors.length)];
            trace.add("the receiver is " + behavior);
            receiver.behave(behavior);
        } else if (chance < 97) {
            turnDisk();
        } else if (chance < 98) {
            restart(false);
        } else if (policy == OverflowPolicy.SPILL) {
            restart(true);
        }
    }

    /** It is full, soon full or not, and forces what was written or does not. */
    private void turnDisk() {
        long room = random.nextBoolean() ? Long.MAX_VALUE : random.nextLong(4) * random.nextInt(1000);
        boolean forceFails = random.nextInt(4) == 0;
        trace.add("the disk has room for " + room + " bytes" + (forceFails ? ", and cannot force" : ""));
        disk.setRoom(room);
        disk.setForceFails(forceFails);
        diskFailed |= room < Long.MAX_VALUE || forceFails;
    }

    private void mendDisk() {
        diskFailed = false;
        disk.setRoom(Long.MAX_VALUE);
        disk.setForceFails(false);
    }

    /** While a call to the receiver lasts, others go on. */
    private void meanwhile() {
        if (depth < 3 && !quiet) {
            depth++;
            for (int i = random.nextInt(3); i > 0; i--) {
                if (random.nextBoolean()) {
                    push();
                } else {
                    scheduler.stepAny();
                }
            }
            if (random.nextInt(8) == 0) {
                scheduler.pass(random.nextLong(Duration.ofMillis(300).toNanos()));
            }
            depth--;
        }
    }

    private void push() {
        int samples = 1 + random.nextInt(batch.capacity());
        batch.reset(group, scheduler.epochNanos(), pushed);
        StringBuilder told = new StringBuilder("push");
        for (int i = 0; i < samples; i++) {
            int point = random.nextInt(points);
            made[point]++;
            batch.add(point, scheduler.epochNanos(), StatusCode.GOOD, made[point]);
            told.append(" p").append(point).append('=').append(made[point]);
        }
        trace.add(told.toString());
        inlet.onSamples(batch);
        pushed += samples;
    }

    private void restart(boolean kill) throws IOException {
        SampleLog former = log;
        mayHaveForgotten |= diskFailed;
        if (kill && former != null) {
            trace.add("the process is killed");
            scheduler.kill();
            runs++;
            int how = random.nextInt(3);
            mayHaveForgotten |= how == 0;
            logFolder = left(how);
            mendDisk();
            killed.add(former);
        } else {
            trace.add("the process ends in order");
            pipeline.close();
            check();
            scheduler.kill();
        }
        receiver.programStarts(former != null);
        pushed = 0;
        group = TestGroups.dints(points);
        pipeline = start();
        inlet = pipeline.inlet();
        SampleLog opened = log;
        if (opened != null) {
            mayHaveForgotten &= opened.recovered() > 0;
            receiver.mayRepeat(mayHaveForgotten ? Long.MAX_VALUE : opened.repeated());
        }
        trace.add("started: " + pipeline.accounting());
    }

    /** What is there after a kill: a new folder. */
    private Path left(int how) throws IOException {
        Path left = folder.resolve("log" + runs);
        if (how == 0) {
            trace.add("the power is cut, too");
            disk.cutPower(new Random(random.nextLong()), logFolder, Files.createDirectory(left));
            return left;
        }
        TestLogs.copy(logFolder, left);
        if (how == 1) {
            spoil(left);
        }
        return left;
    }

    /** The disk has lost the end of what was written last, or has something else there. */
    private void spoil(Path left) throws IOException {
        Path newest = null;
        try (Stream<Path> files = Files.list(left)) {
            newest = files.filter(file -> file.getFileName().toString().endsWith(SEGMENT))
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
        if (newest == null) {
            return;
        }
        try (FileChannel file = FileChannel.open(newest, StandardOpenOption.WRITE)) {
            long from = Math.max(0, file.size() - 1 - random.nextInt(200));
            if (random.nextBoolean()) {
                trace.add("the disk fails: " + newest.getFileName() + " ends at " + from + " of " + file.size());
                file.truncate(from);
            } else {
                trace.add("the disk fails: " + newest.getFileName() + " has another byte at " + from);
                file.write(ByteBuffer.wrap(new byte[] {(byte) random.nextInt(256)}), from);
            }
        }
    }

    private void check() {
        Accounting accounting = pipeline.accounting();
        if (!accounting.isBalanced()) {
            throw new AssertionError("does not balance: " + accounting);
        }
        if (accounting.received() != pushed + accounting.recovered()) {
            throw new AssertionError(pushed + " were pushed: " + accounting);
        }
        String violation = receiver.violation();
        if (violation != null) {
            throw new AssertionError(violation + ": " + accounting);
        }
        if (accounting.published() != receiver.acknowledged()) {
            throw new AssertionError(receiver.acknowledged() + " were acknowledged: " + accounting);
        }
    }

    /** Everything works again: what was buffered arrives. */
    private void end() {
        trace.add("everything works again");
        quiet = true;
        mendDisk();
        receiver.behave(SimulatedReceiver.Behavior.WORKING);
        long deadline = scheduler.nanoTime() + LAST_CHANCE.toNanos();
        while (pipeline.accounting().buffered() > 0 && (scheduler.stepAny() || scheduler.advance(deadline))) {
            check();
        }
        if (pipeline.accounting().buffered() > 0) {
            throw new AssertionError("not delivered within " + LAST_CHANCE + ": " + pipeline.accounting());
        }
        pipeline.close();
        check();
    }
}
