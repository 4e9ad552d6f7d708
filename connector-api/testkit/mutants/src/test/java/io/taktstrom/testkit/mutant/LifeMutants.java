package io.taktstrom.testkit.mutant;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;

/** Connectors that connect, end or tell wrongly. */
final class LifeMutants {

    private static final CompletableFuture<Void> LOST =
            CompletableFuture.failedFuture(new ConnectionLostException("as if it were lost"));

    private LifeMutants() {}

    static List<Mutant> tell() {
        return List.of(
                Mutant.of(
                        "tells no call that went well",
                        (right, endpoint, context) -> telling(
                                right.connect(
                                        endpoint, context(context, new Deaf(context.observer(), false, true, true))),
                                context.observer(),
                                false),
                        "theObserverHearsOfEachCallThatWentWell"),
                Mutant.of(
                        "tells no call that failed",
                        (right, endpoint, context) -> telling(
                                right.connect(
                                        endpoint, context(context, new Deaf(context.observer(), false, true, true))),
                                context.observer(),
                                true),
                        "theObserverHearsOfEachCallThatIsRefused",
                        "theObserverHearsOfEachCallOnALostConnection",
                        "theObserverHearsOfACallThatRunsOutOfTime"),
                Mutant.of(
                        "tells no round trips",
                        (right, endpoint, context) -> right.connect(
                                endpoint, context(context, new Deaf(context.observer(), true, false, true))),
                        "theObserverHearsOfRoundTrips"),
                Mutant.of(
                        "forgets its name",
                        (right, endpoint, context) -> right.connect(endpoint, context.named("")),
                        "flightRecorderHearsOfEachCallByTheNameOfTheConnection"),
                Mutant.of(
                                "tells nothing of a sink that fails",
                                (right, endpoint, context) -> right.connect(
                                        endpoint, context(context, new Deaf(context.observer(), true, true, false))),
                                "aSinkThatThrowsStillGetsTheNextSamples")
                        .needing(Capability.SUBSCRIBE),
                Mutant.of(
                        "tells a loss twice",
                        // Who waits for the end has heard the notice by then: the order must not be left to chance.
                        (right, endpoint, context) -> new Wrapped(right.connect(endpoint, context)) {
                            private final CompletionStage<Void> told = right.closed()
                                    .whenComplete((nothing, cause) -> {
                                        if (cause != null) {
                                            context.observer().onNotice("lost: " + cause);
                                        }
                                    });

                            @Override
                            public CompletionStage<Void> closed() {
                                return told;
                            }
                        },
                        "aLossIsToldOnce"),
                Mutant.of(
                        "refuses a point without a notice",
                        (right, endpoint, context) -> right.connect(
                                endpoint, context(context, new Deaf(context.observer(), true, true, false))),
                        "anUnknownPointIsReportedToTheObserverByItsAddress"),
                Mutant.of(
                        "reads a clock of its own",
                        (right, endpoint, context) -> right.connect(
                                endpoint, new ConnectContext(EpochNanoClock.system(), context.observer())),
                        "aReadSaysWhenItsSamplesCame",
                        "everySampleSaysWhenItCame"),
                new Mutant(
                        "does what it says that it cannot",
                        UnaryOperator.identity(),
                        Set.of(Capability.SUBSCRIBE, Capability.BROWSE),
                        Set.of(Capability.SUBSCRIBE),
                        List.of("whatTheConnectorCannotDoIsRefused")));
    }

    static List<Mutant> live() {
        return List.of(
                Mutant.of(
                        "does not heed its time limit",
                        (right, endpoint, context) -> {
                            Map<String, String> options = new HashMap<>(endpoint.options());
                            options.put(CommonOptions.REQUEST_TIMEOUT.name(), "5m");
                            return right.connect(
                                    right.descriptor().endpoint(endpoint.host(), endpoint.port(), options), context);
                        },
                        "onASilentLinkEveryCallGivesUpInTime",
                        "theObserverHearsOfACallThatRunsOutOfTime"),
                Mutant.of(
                        "fails to connect with another exception",
                        (right, endpoint, context) -> {
                            try {
                                return right.connect(endpoint, context);
                            } catch (ConnectFailedException e) {
                                throw new ConnectionLostException("lost", e);
                            }
                        },
                        "aDeviceThatDoesNotListenIsAConnectFailure",
                        "aDeviceThatStopsEndsTheConnectionOnceWithTheCause"),
                Mutant.of(
                        "notices a loss only when it is called",
                        Asleep::new,
                        "aLossIsNoticedWithoutACall",
                        "aDeviceThatStopsEndsTheConnectionOnceWithTheCause"),
                Mutant.of(
                        "lets everybody complete its end",
                        connection -> new Wrapped(connection) {
                            private final CompletableFuture<Void> end = view(right.closed());

                            @Override
                            public CompletionStage<Void> closed() {
                                return end;
                            }
                        },
                        "onlyTheConnectionCanCompleteItsEnd"),
                Mutant.of(
                        "takes being closed for a loss",
                        connection -> new Wrapped(connection) {
                            @Override
                            public CompletionStage<Void> closed() {
                                return right.closed().thenCompose(nothing -> LOST);
                            }
                        },
                        "closingCompletesTheStageOnceAndWithoutACause"),
                Mutant.of(
                        "hangs when it is closed",
                        Hanging::new,
                        "closeDoesNotWaitForASinkForEver",
                        "aListenerOfTheEndMayCloseToo"),
                Mutant.of(
                        "answers for the device after close",
                        connection -> new Wrapped(connection) {
                            private final DeviceInfo known = right.device();

                            @Override
                            public DeviceInfo device() {
                                return known;
                            }
                        },
                        "afterCloseEveryCallSaysThatTheConnectionIsGone",
                        "onASilentLinkEveryCallGivesUpInTime"),
                Mutant.of(
                        "leaves a thread behind",
                        (right, endpoint, context) -> {
                            leaveThread();
                            return right.connect(endpoint, context);
                        },
                        "noThreadOutlivesItsConnection"),
                Mutant.of(
                        "leaves a thread behind when it cannot connect",
                        (right, endpoint, context) -> {
                            try {
                                return right.connect(endpoint, context);
                            } catch (ConnectFailedException e) {
                                leaveThread();
                                throw e;
                            }
                        },
                        "noThreadOutlivesAConnectThatFails"),
                Mutant.of(
                        "keeps its link open while a call runs",
                        Polite::new,
                        "closeEndsTheLinkThoughACallWaitsForItsAnswer"));
    }

    private static void leaveThread() {
        Thread left = new Thread(LifeMutants::stay, "left behind");
        left.setDaemon(true);
        left.start();
    }

    private static ConnectContext context(ConnectContext right, ConnectionObserver observer) {
        return new ConnectContext(right.clock(), observer, right.name());
    }

    /** Longer than the contract is patient, and not for ever. */
    private static void stay() {
        try {
            var unused = new CountDownLatch(1).await(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells of calls itself: of those that went well, or of those that failed. */
    private static Connection telling(Connection right, ConnectionObserver observer, boolean well) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean failed = true;
                    try {
                        Object result = method.invoke(right, arguments);
                        failed = false;
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    } finally {
                        for (ConnectionObserver.Operation operation : ConnectionObserver.Operation.values()) {
                            if (failed != well && operation.name().equalsIgnoreCase(method.getName())) {
                                observer.onOperationCompleted(operation, 1);
                            }
                        }
                    }
                });
    }

    /** Passes on a part of what it hears. */
    private record Deaf(ConnectionObserver to, boolean requests, boolean roundTrips, boolean notices)
            implements ConnectionObserver {

        @Override
        public void onOperationCompleted(Operation operation, long nanos) {
            if (requests) {
                to.onOperationCompleted(operation, nanos);
            }
        }

        @Override
        public void onRoundTrips(int count) {
            if (roundTrips) {
                to.onRoundTrips(count);
            }
        }

        @Override
        public void onNotice(String message) {
            if (notices) {
                to.onNotice(message);
            }
        }
    }

    /** Ends when a call finds out, or when it is closed. */
    private static final class Asleep extends Wrapped {

        private final CompletableFuture<Void> end = new CompletableFuture<>();

        Asleep(Connection right) {
            super(right);
        }

        @Override
        public void read(PointGroup group, SampleBatch into) throws ConnectorException {
            try {
                right.read(group, into);
            } catch (ConnectionLostException e) {
                end.completeExceptionally(e);
                throw e;
            }
        }

        @Override
        public CompletionStage<Void> closed() {
            return view(end);
        }

        @Override
        public void close() {
            right.close();
            end.complete(null);
        }
    }

    /** Ends its link only when no call runs. */
    private static final class Polite extends Wrapped {

        private final AtomicInteger calls = new AtomicInteger();
        private volatile boolean closed;

        Polite(Connection right) {
            super(right);
        }

        @Override
        public void read(PointGroup group, SampleBatch into) throws ConnectorException {
            calls.incrementAndGet();
            try {
                right.read(group, into);
            } finally {
                if (calls.decrementAndGet() == 0 && closed) {
                    right.close();
                }
            }
        }

        @Override
        public void close() {
            closed = true;
            if (calls.get() == 0) {
                right.close();
            }
        }
    }

    /** Its first close returns when the second comes. */
    private static final class Hanging extends Wrapped {

        private final AtomicBoolean closing = new AtomicBoolean();
        private final CountDownLatch again = new CountDownLatch(1);

        Hanging(Connection right) {
            super(right);
        }

        @Override
        public void close() {
            if (closing.getAndSet(true)) {
                again.countDown();
                return;
            }
            try {
                again.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            right.close();
        }
    }
}
