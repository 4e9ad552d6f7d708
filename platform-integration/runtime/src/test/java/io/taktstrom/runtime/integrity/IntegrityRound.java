package io.taktstrom.runtime.integrity;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.taktstrom.data.DropReason;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/** One round: a connection to a device that counts, one or two troubles by the seed, and what came of it. */
final class IntegrityRound {

    /** What happens on the way. */
    enum Trouble {
        /** Nothing passes for a while, shorter or longer than it takes to give up. */
        STALL,
        /** Nothing passes until the moment of giving up; then all of it comes. */
        MOMENT,
        /** The connection breaks. */
        CUT,
        /** The connection breaks, and the device does not listen for a while. */
        OUTAGE,
        /** The device is killed and begins again. */
        RESTART
    }

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration HEARTBEAT = Duration.ofMillis(40);
    private static final long STEP_NANOS = 500_000;

    private final CountingDevice device;
    private final SplittableRandom random;
    private final List<Trouble> troubles = new ArrayList<>();
    private final RoundVerdict checked;
    private final Pipeline pipeline;
    private final DeviceTap tap;
    private final FaultProxy proxy;
    private final ManagedConnection connection;

    private IntegrityRound(CountingDevice device, long seed) throws IOException {
        this.device = device;
        random = new SplittableRandom(seed);
        checked = new RoundVerdict(device.promise());
        pipeline = Pipeline.to(checked).named("round").start();
        tap = new DeviceTap(pipeline.inlet());
        proxy = FaultProxy.start(device.address(), seed);
        connection = ManagedConnection.to(device.provider(), device.endpointThrough(proxy.address()))
                .named("counted")
                .scan(new Scan(device.scan(), List.of(device.counter()), tap))
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(1), Duration.ofMillis(10))
                        .withStableAfter(Duration.ZERO)
                        .withHeartbeat(HEARTBEAT)
                        .withSeed(seed))
                .start();
    }

    /** What was wrong; empty when nothing was. */
    static List<String> run(CountingDevice device, long seed) throws IOException {
        IntegrityRound round = new IntegrityRound(device, seed);
        try {
            round.play();
        } finally {
            round.end();
        }
        return round.check();
    }

    private void play() throws IOException {
        awaitValues(1);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            count(random.nextInt(10));
            tap.setSlow(random.nextInt(3) == 0 ? random.nextLong(3_000_000) : 0);
            Trouble trouble = Trouble.values()[random.nextInt(16) == 0 ? 4 : random.nextInt(4)];
            troubles.add(trouble);
            cause(trouble);
            tap.setSlow(0);
            awaitValues(5 + random.nextInt(20));
        }
    }

    private void cause(Trouble trouble) throws IOException {
        switch (trouble) {
            case STALL -> {
                proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
                count(random.nextInt(150));
                proxy.clear();
            }
            case MOMENT -> {
                CountDownLatch givenUp = tap.onGiveUp(proxy::clear);
                long attempts = connection.attempts();
                proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
                // On a busy machine it may have been lost just before: then this stalls its successor, which must come
                // too.
                countUntil(
                        "the session is given up", () -> givenUp.getCount() == 0 || connection.attempts() > attempts);
                proxy.clear();
            }
            case CUT -> {
                proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                countUntil("the connection is cut", () -> proxy.open() == 0);
                proxy.clear();
            }
            case OUTAGE -> {
                proxy.arm(new Fault.Refuse());
                proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                count(random.nextInt(100));
                proxy.clear();
            }
            case RESTART -> {
                checked.onRestart();
                device.restart();
            }
        }
    }

    /** The device counts for so many milliseconds. */
    private void count(int millis) throws IOException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        countUntil(millis + " ms", () -> System.nanoTime() >= end);
    }

    private void awaitValues(long more) throws IOException {
        long goal = checked.values() + more;
        countUntil(more + " more values", () -> checked.values() >= goal);
    }

    private void countUntil(String what, BooleanSupplier over) throws IOException {
        long start = System.nanoTime();
        while (!over.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new AssertionError("waited " + LIMIT + " for " + what + ", after " + troubles + ": " + checked
                        + ", " + connection.state() + ", attempts " + connection.attempts());
            }
            device.step();
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private void end() {
        connection.close();
        pipeline.close();
        proxy.close();
    }

    private List<String> check() {
        List<String> wrong = new ArrayList<>(checked.wrong());
        Accounting accounting = pipeline.accounting();
        if (!accounting.isBalanced() || accounting.buffered() != 0) {
            wrong.add("the accounting does not balance: " + accounting);
        }
        if (accounting.received() != tap.handedOver() + tap.late() || accounting.published() != checked.samples()) {
            wrong.add(tap.handedOver() + " handed over and " + tap.late() + " late, " + checked.samples()
                    + " published, but the accounting says " + accounting);
        }
        if (accounting.dropped(DropReason.LATE) != connection.lateSamples()) {
            wrong.add(connection.lateSamples() + " late, but the accounting says " + accounting);
        }
        wrong.replaceAll(text -> text + " [" + troubles + ", refused " + connection.refusedSamples() + "]");
        return wrong;
    }
}
