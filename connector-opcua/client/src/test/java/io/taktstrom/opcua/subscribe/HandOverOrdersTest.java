package io.taktstrom.opcua.subscribe;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.address.Resolved;
import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.PushService;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Subscriptions as they are, with a server, connections and a sink whose steps a seeded scheduler puts in all sorts of
 * orders: the server counts, sends, loses a message or forgets the subscription; the sink is given up, or throws; the
 * connection is lost, with much or little of what came delivered, and its successor takes over.
 *
 * <p>No number may be missing without a mark, and none may come twice.
 */
class HandOverOrdersTest {

    /** Thousands of sinks fail here on purpose, and each would be a stack trace. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom.kit.session.SinkGate");

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    private static final int SEEDS = 3_000;
    private static final int STEPS = 60;
    private static final long TICKS = 133_000_000_000_000_000L;
    private static final SubscriptionSettings WANTED = SubscriptionSettings.onChange(Duration.ZERO);
    private static final PushService.Sampling SAMPLING = new PushService.Sampling(0, 100, true, 0, false, 1);
    private static final VariableLayout LAYOUT = layout();

    private static VariableLayout layout() {
        try {
            return Objects.requireNonNull(new Shapes(255, 4096, new MemoryBudget(1 << 20))
                    .find(new WireType.Simple(Builtin.INT64), -1, List.of(), null, null)
                    .layout());
        } catch (MalformedFrameException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void noOrderOfGiveUpTakeOverAndDeliveryLosesANumberWithoutAMark() throws ConnectorException {
        long refusals = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(seed);
            run.steps();
            assertThat(run.wrong).as("seed " + seed + ": " + run.log).isEmpty();
            refusals += run.refusals;
        }
        assertThat(refusals).as("samples that were refused").isGreaterThan(SEEDS);
    }

    /** A server with a counter, what subscribes to it, and the sink. */
    private static final class Run implements PushService {

        private final SplittableRandom random;
        private final List<String> wrong = new ArrayList<>();
        private final List<String> log = new ArrayList<>();
        private long refusals;

        // ---- the server
        private long counted;
        private long sent;
        private long number = 1;
        private long id = 1;
        private final TreeMap<Long, byte[]> keptMessages = new TreeMap<>();
        private boolean forgets;

        // ---- the link
        private PushService.@Nullable Listener listener;
        private long next = 1;

        // ---- ours
        private Session session;

        // ---- the sink
        private int live;
        private int sessions;
        private long last = -1;
        private boolean bad;

        Run(long seed) throws ConnectorException {
            random = new SplittableRandom(seed);
            session = new Session();
            session.subscription.establish();
        }

        void steps() throws ConnectorException {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 ->
                        counted += random.nextInt(6) == 0 ? 300 + random.nextInt(400) : 1 + random.nextInt(3);
                    case 3, 4, 5 -> send();
                    case 6, 7, 8 -> session.deliver();
                    case 9 -> live = random.nextInt(3) == 0 ? 0 : live;
                    case 10 -> loseMessage();
                    default -> reconnect();
                }
            }
            forgets = false;
            reconnect();
            // A sink that throws at one number takes one of the next.
            for (int more = 0; more == 0 || (last != counted && more < 10); more++) {
                counted++;
                send();
                session.deliverAll();
            }
            if (last != counted) {
                wrong.add("the last is " + last + " of " + counted);
            }
        }

        /** The server puts all that it has into a message, which comes, or is kept while there is no link. */
        private void send() {
            if (sent == counted) {
                return;
            }
            WireWriter out = new WireWriter().i32((int) (counted - sent));
            while (sent < counted) {
                sent++;
                out.i32(0).u8(0x05).u8(Builtin.INT64).i64(sent).i64(TICKS + sent);
            }
            keptMessages.put(number, out.i32(-1).toByteArray());
            number++;
            arrive();
        }

        private void arrive() {
            PushService.Listener to = listener;
            while (to != null && next < number) {
                byte[] message = keptMessages.remove(next);
                next++;
                if (message != null) {
                    to.notified(checked(message));
                }
            }
        }

        private static ItemNotification checked(byte[] message) {
            try {
                return ItemNotification.values(message);
            } catch (MalformedFrameException e) {
                throw new AssertionError(e);
            }
        }

        /** The server no longer has what it was asked for once more. */
        private void loseMessage() {
            PushService.Listener to = listener;
            if (to != null && random.nextInt(4) == 0 && sent < counted) {
                sent = counted;
                number++;
                next++;
                log.add("lost to " + counted);
                to.lost();
            }
        }

        /** The link is lost; of what came some is delivered, maybe after the session was given up; then another one. */
        private void reconnect() throws ConnectorException {
            listener = null;
            Session lost = session;
            boolean givenUpFirst = random.nextBoolean();
            if (givenUpFirst) {
                giveUp();
            }
            lost.subscription.connectionLost(new ConnectionLostException("the link broke"));
            if (random.nextBoolean()) {
                lost.deliverAll();
            }
            giveUp();
            lost.subscription.silence();
            DetachedSubscription left = Objects.requireNonNull(lost.subscription.detached(next));
            forgets = random.nextInt(6) == 0;
            log.add("reconnect to " + counted + (forgets ? " forgotten" : ""));
            session = new Session();
            session.subscription.goOn(left);
            // The lost connection's thread may come late.
            lost.deliverAll();
        }

        /** As the stream does: each point is told Bad, and nothing of that session is taken any more. */
        private void giveUp() {
            live = 0;
            bad = true;
        }

        // ---- the server's services

        @Override
        public PushService.Terms subscribe(double publishingMillis, PushService.Listener to) {
            id++;
            number = 1;
            next = 1;
            keptMessages.clear();
            listener = to;
            // The first value is the one that there is.
            counted++;
            sent = counted - 1;
            return new PushService.Terms(id, 10, 1000);
        }

        @Override
        public boolean takeOver(PushService.Terms terms, long from, PushService.Listener to) {
            if (forgets || terms.id() != id) {
                return false;
            }
            next = from;
            listener = to;
            arrive();
            to.republished();
            // What waits in queues comes before the server says that it has nothing more.
            send();
            to.caughtUp();
            return true;
        }

        @Override
        public long heardAt() {
            return System.nanoTime();
        }

        @Override
        public List<PushService.Item> create(
                long subscription, List<NodeRef> nodes, int[] handles, PushService.Sampling sampling) {
            return IntStream.of(handles)
                    .mapToObj(handle -> new PushService.Item(StatusCode.GOOD, 0))
                    .toList();
        }

        @Override
        public List<PushService.Item> createEvents(
                long subscription, List<EventSelection> selections, int[] handles, PushService.Sampling sampling) {
            return List.of();
        }

        @Override
        public void delete(long subscription) {}

        // ---- the sink

        private boolean takes(int from, SampleBatch batch) {
            if (from != live) {
                refusals += batch.size();
                return false;
            }
            if (random.nextInt(40) == 0) {
                log.add("thrown");
                throw new IllegalStateException("a sink that fails now and then");
            }
            for (int i = 0; i < batch.size(); i++) {
                see(batch.statusAt(i), batch.longAt(i));
            }
            return true;
        }

        private void see(int status, long value) {
            log.add(StatusCode.isBad(status) ? "Bad" : value + (StatusCode.hasOverflow(status) ? "!" : ""));
            if (StatusCode.isBad(status)) {
                bad = true;
                return;
            }
            // A point of which the server had kept nothing is Good again with the value that it had.
            boolean again = value == last && bad;
            if (last >= 0 && value != last + 1 && !again && (value < last || !StatusCode.hasOverflow(status))) {
                wrong.add(value + " after " + last);
            }
            last = value;
            bad = false;
        }

        /** One connection, of which only the thread that delivers is not there: the scheduler is it. */
        private final class Session implements SubscriptionHost {

            private final int mine;
            private final IdleConnection connection = new IdleConnection();
            private final Deque<Runnable> scheduled = new ArrayDeque<>();
            private final UaSubscription<IdleConnection.Group> subscription;

            Session() {
                mine = ++sessions;
                live = mine;
                NodeRef node = Objects.requireNonNull(NodeRef.parse("ns=1;s=counter"));
                ResolvedPoints points = new ResolvedPoints(
                        List.of(DataPoint.of("counter")),
                        List.of(new Resolved(StatusCode.GOOD, node, LAYOUT, null, null, 0)));
                RefusingSink sink = new RefusingSink() {
                    @Override
                    public void onSamples(SampleBatch batch) {
                        throw new AssertionError("what can be kept is to be offered");
                    }

                    @Override
                    public boolean offer(SampleBatch batch) {
                        return takes(mine, batch);
                    }
                };
                subscription = new UaSubscription<>(
                        connection, this, connection.group(points), points, WANTED, SAMPLING, 10, sink);
            }

            void deliver() {
                Runnable due = scheduled.poll();
                if (due != null) {
                    due.run();
                }
            }

            void deliverAll() {
                while (!scheduled.isEmpty()) {
                    deliver();
                }
            }

            @Override
            public String where() {
                return "opc.tcp://server";
            }

            @Override
            public void read(PointGroup group, SampleBatch into) {
                into.reset(group, 0, 0);
                into.add(0, UaTime.toEpochNanos(TICKS + counted, SampleBatch.NO_TIME), StatusCode.GOOD, counted);
            }

            @Override
            public PushService push() {
                return Run.this;
            }

            @Override
            public boolean stillRuns() {
                return true;
            }

            @Override
            public boolean bridges() {
                return true;
            }

            @Override
            public void schedule(Runnable due) {
                scheduled.add(due);
            }

            @Override
            public void fail(ConnectorException reason) {
                wrong.add("given up: " + reason);
            }
        }
    }
}
