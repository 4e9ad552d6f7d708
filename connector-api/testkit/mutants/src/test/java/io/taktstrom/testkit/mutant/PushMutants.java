package io.taktstrom.testkit.mutant;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;

import static io.taktstrom.testkit.mutant.Wrapped.copy;
import static io.taktstrom.testkit.mutant.Wrapped.pushing;
import static io.taktstrom.testkit.mutant.Wrapped.refill;

/** Connectors that push wrongly. */
final class PushMutants {

    /** Not the last value of a round, so that no test waits for it in vain. */
    private static final long LOST_VALUE = 1050;

    /** The last one that a slow sink is sent. */
    private static final long NEWEST_VALUE = 5000;

    private PushMutants() {}

    static List<Mutant> all() {
        return Stream.of(
                        Mutant.of(
                                "loses a sample",
                                pushing(sink -> without(sink, (batch, i) -> batch.longAt(i) == LOST_VALUE)),
                                "everyStepArrivesOnceAndInOrder"),
                        Mutant.of(
                                "brings samples twice",
                                pushing(sink -> batch -> {
                                    sink.onSamples(batch);
                                    sink.onSamples(batch);
                                }),
                                "everyStepArrivesOnceAndInOrder"),
                        Mutant.of(
                                "does not say when pushed samples came",
                                pushing(sink -> batch -> {
                                    SampleBatch changed = copy(batch);
                                    refill(changed, SampleBatch.NO_TIME, Wrapped::keep);
                                    sink.onSamples(changed);
                                }),
                                "everySampleSaysWhenItCame",
                                "aLostConnectionEndsEachSubscriptionWithEveryPointBad"),
                        Mutant.of(
                                "does not mark that samples were lost",
                                pushing(sink -> without(
                                        batch -> {
                                            for (int i = 0; i < batch.size(); i++) {
                                                boolean marked = StatusCode.hasOverflow(batch.statusAt(i));
                                                batch.setStatusAt(i, marked ? StatusCode.GOOD : batch.statusAt(i));
                                            }
                                            sink.onSamples(batch);
                                        },
                                        (batch, i) -> batch.longAt(i) == LOST_VALUE)),
                                "aSlowSinkGetsAllSamplesOrHearsOfTheLossAndEndsWithTheNewest",
                                "aSinkThatThrowsStillGetsTheNextSamples"),
                        Mutant.of(
                                "loses the newest value when a sink is slow",
                                pushing(sink -> without(sink, (batch, i) -> batch.longAt(i) == NEWEST_VALUE)),
                                "aSlowSinkGetsAllSamplesOrHearsOfTheLossAndEndsWithTheNewest"),
                        Mutant.of(
                                "does not bring what is Bad",
                                pushing(sink -> without(sink, (batch, i) -> StatusCode.isBad(batch.statusAt(i)))),
                                "aLostConnectionEndsEachSubscriptionWithEveryPointBad",
                                "aPointThatCannotBePushedSaysSoAndTheOthersArePushed"),
                        Mutant.of(
                                "ends the subscription of a sink that throws",
                                pushing(sink -> {
                                    AtomicBoolean failed = new AtomicBoolean();
                                    return batch -> {
                                        if (!failed.getAndSet(true)) {
                                            sink.onSamples(batch);
                                            failed.set(false);
                                        }
                                    };
                                }),
                                "aSinkThatThrowsStillGetsTheNextSamples"),
                        Mutant.of(
                                "calls a sink from many threads",
                                pushing(sink -> batch -> {
                                    Thread other = new Thread(() -> sink.onSamples(batch));
                                    other.start();
                                    join(other);
                                }),
                                "aSinkIsCalledByOneThreadOneCallAtATime"),
                        Mutant.of(
                                "takes refused samples for delivered",
                                pushing(sink -> batch -> {
                                    var unused = ((RefusingSink) sink).offer(batch);
                                }),
                                "whatASinkDoesNotTakeGoesToTheSuccessorOrIsHandedOverForGood"),
                        Mutant.of(
                                "calls the sink after close", Haunting::new, "subscriptionsToTheSamePointDoNotMeddle"),
                        Mutant.of(
                                "says Good of points that it cannot push",
                                connection -> new Wrapped(connection) {
                                    @Override
                                    public Subscription subscribe(
                                            PointGroup group, SubscriptionSettings wanted, SampleSink sink)
                                            throws ConnectorException {
                                        Subscription subscription = right.subscribe(group, wanted, sink);
                                        return new Passing(subscription) {
                                            @Override
                                            public int statusAt(int point) {
                                                return StatusCode.GOOD;
                                            }
                                        };
                                    }
                                },
                                "aPointThatCannotBePushedSaysSoAndTheOthersArePushed"),
                        Mutant.of("lets a slow sink hold up reads", HeldUp::new, "aSlowSinkHoldsUpNoReads"))
                .map(mutant -> mutant.needing(Capability.SUBSCRIBE))
                .toList();
    }

    @FunctionalInterface
    private interface Choice {
        boolean of(SampleBatch batch, int i);
    }

    private static SampleSink without(SampleSink sink, Choice lost) {
        return batch -> {
            SampleBatch rest = copy(batch);
            refill(rest, batch.receivedAt(), (to, from, i) -> {
                if (!lost.of(from, i)) {
                    Wrapped.keep(to, from, i);
                }
            });
            if (!rest.isEmpty()) {
                sink.onSamples(rest);
            }
        };
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A subscription that is right but for what a mutant overrides. */
    private static class Passing implements Subscription {

        private final Subscription right;

        Passing(Subscription right) {
            this.right = right;
        }

        @Override
        public PointGroup group() {
            return right.group();
        }

        @Override
        public SubscriptionSettings revised() {
            return right.revised();
        }

        @Override
        public int statusAt(int point) {
            return right.statusAt(point);
        }

        @Override
        public void close() {
            right.close();
        }
    }

    /** Brings what a sink gets to those that were closed, too: before, so that a test that waits for the one does not miss the others. */
    private static final class Haunting extends Wrapped {

        private final List<SampleSink> closed = new CopyOnWriteArrayList<>();

        Haunting(Connection right) {
            super(right);
        }

        @Override
        public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
                throws ConnectorException {
            return new Passing(right.subscribe(group, wanted, batch -> {
                closed.forEach(other -> other.onSamples(batch));
                sink.onSamples(batch);
            })) {
                @Override
                public void close() {
                    super.close();
                    closed.add(sink);
                }
            };
        }
    }

    /** One lock for all. */
    private static final class HeldUp extends Wrapped {

        private final ReentrantLock lock = new ReentrantLock();

        HeldUp(Connection right) {
            super(right);
        }

        @Override
        public void read(PointGroup group, SampleBatch into) throws ConnectorException {
            lock.lock();
            try {
                right.read(group, into);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
                throws ConnectorException {
            return right.subscribe(group, wanted, batch -> {
                lock.lock();
                try {
                    sink.onSamples(batch);
                } finally {
                    lock.unlock();
                }
            });
        }
    }
}
