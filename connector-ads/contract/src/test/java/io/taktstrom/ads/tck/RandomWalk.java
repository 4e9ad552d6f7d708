package io.taktstrom.ads.tck;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.data.PointGroup;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is used in any order, through a link that breaks anywhere, and then closed. Each step ends, with what
 * it is for or a typed exception, whatever the library does.
 */
final class RandomWalk {

    /** What is said to be bounded does not take longer, however busy the machine is; what hangs never ends. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final String TIMEOUT = "500ms";
    private static final int MAX_STEPS = 12;
    /** More than the answer to any small request, so that some faults strike in the middle of one and some between two. */
    private static final int NEAR_BYTES = 60;

    private final Random random;
    private final Map<String, String> options;
    private final List<String> steps = new ArrayList<>();
    private final List<PointGroup> groups = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    /** @param options of the endpoint */
    RandomWalk(long seed, Map<String, String> options) {
        this.random = new Random(seed);
        this.options = new HashMap<>(options);
        this.options.put(CommonOptions.CONNECT_TIMEOUT.name(), "20s");
        this.options.put(CommonOptions.REQUEST_TIMEOUT.name(), TIMEOUT);
        steps.add("seed " + seed);
    }

    void go() throws Exception {
        try (AdsDevice device = AdsDevice.atFixedPort(NativeContract.TCP_PORT, options);
                FaultProxy proxy = FaultProxy.start(
                        new InetSocketAddress(
                                device.endpoint().host(), device.endpoint().port()),
                        device.proxyAddress(),
                        random.nextLong())) {
            Endpoint endpoint = device.endpointThrough(proxy.address());
            // Nothing is broken yet: whatever became of earlier walks, a device that is well is reached.
            Connection connection =
                    bounded("connect", () -> device.provider().connect(endpoint, ConnectContext.standard()));
            try {
                attempt("resolve", () -> groups.add(connection.resolve(points(device))));
                int count = 3 + random.nextInt(MAX_STEPS - 2);
                for (int i = 0; i < count; i++) {
                    step(connection, device, proxy);
                }
            } finally {
                bounded("close", () -> {
                    connection.close();
                    return "";
                });
            }
            bounded(
                    "closed()",
                    () -> connection
                            .closed()
                            .handle((nothing, cause) -> "")
                            .toCompletableFuture()
                            .get());
        }
    }

    private void step(Connection connection, AdsDevice device, FaultProxy proxy) throws Exception {
        int dice = random.nextInt(100);
        if (dice < 10) {
            List<DataPoint> points = points(device);
            attempt("resolve " + points.size(), () -> groups.add(connection.resolve(points)));
        } else if (dice < 40) {
            withGroup("read", group -> connection.read(group, group.newBatch()));
        } else if (dice < 58) {
            Duration cycle = Duration.ofMillis(1 + random.nextInt(20));
            withGroup(
                    "subscribe",
                    group -> subscriptions.add(
                            connection.subscribe(group, SubscriptionSettings.cyclic(cycle), batch -> {})));
        } else if (dice < 61) {
            attempt("browse", () -> connection.browse(BrowseFilter.ALL).close());
        } else if (dice < 66 && !subscriptions.isEmpty()) {
            Subscription one = subscriptions.remove(random.nextInt(subscriptions.size()));
            attempt("end a subscription", one::close);
        } else if (dice < 69) {
            attempt("abandon", () -> PushingConnection.abandon(connection));
        } else {
            Fault fault = fault(proxy);
            steps.add(fault.toString());
            proxy.arm(fault);
            withGroup("read", group -> connection.read(group, group.newBatch()));
        }
    }

    private List<DataPoint> points(AdsDevice device) {
        List<DataPoint> all = new ArrayList<>();
        device.variables().forEach(variable -> all.add(DataPoint.of(variable.address())));
        return random.nextBoolean() ? all : List.of(all.get(random.nextInt(all.size())));
    }

    private Fault fault(FaultProxy proxy) {
        Direction direction = random.nextInt(8) == 0 ? Direction.TO_SERVER : Direction.TO_CLIENT;
        long at = proxy.forwarded(direction) + random.nextInt(NEAR_BYTES);
        return switch (random.nextInt(6)) {
            case 0 -> new Fault.Stall(direction, at);
            case 1, 2 -> new Fault.Reset(direction, at);
            default -> new Fault.Truncate(direction, at);
        };
    }

    private interface Use {
        void of(PointGroup group) throws ConnectorException;
    }

    private interface Step {
        void take() throws ConnectorException;
    }

    private void withGroup(String what, Use use) throws Exception {
        if (!groups.isEmpty()) {
            PointGroup group = groups.get(random.nextInt(groups.size()));
            attempt(what + " " + group.size(), () -> use.of(group));
        }
    }

    private void attempt(String what, Step step) throws Exception {
        bounded(what, () -> {
            try {
                step.take();
                return "";
            } catch (ConnectorException e) {
                return e.getClass().getSimpleName();
            }
        });
    }

    private interface Work<T> {
        T run() throws Exception;
    }

    private <T> T bounded(String what, Work<T> work) throws Exception {
        steps.add(what);
        FutureTask<T> task = new FutureTask<>(work::run);
        Thread thread = new Thread(task, "walk-" + what);
        thread.setDaemon(true);
        thread.start();
        try {
            T result = task.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (result instanceof String outcome && !outcome.isEmpty()) {
                steps.add(outcome);
            }
            return result;
        } catch (TimeoutException e) {
            throw failure("still runs after " + LIMIT, null, thread.getStackTrace());
        } catch (ExecutionException e) {
            throw failure("failed", e.getCause(), new StackTraceElement[0]);
        }
    }

    private AssertionError failure(String what, @Nullable Throwable cause, StackTraceElement[] where) {
        AssertionError failure = new AssertionError(String.join(", ", steps) + ": " + what, cause);
        if (where.length > 0) {
            failure.setStackTrace(where);
        }
        return failure;
    }
}
