package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Give-up, abandon, take-over and delivery in all sorts of orders, chosen step by step by a seeded scheduler: a device counts,
 * sessions come and go, old ones deliver while new ones live, and the sink fails now and then.
 *
 * <p>No value may be missing without a mark, none may come twice, and the counts hold all that was handed over.
 */
class HandOverOrdersTest {

    /** Thousands of sinks fail here on purpose, and each would be a stack trace. */
    private static final Logger LOG = Logger.getLogger("io.taktstrom.stream");

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void speak() {
        LOG.setLevel(null);
    }

    private static final int SEEDS = 4_000;
    private static final int STEPS = 60;
    private static final ScanClass FAST =
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    /** What connectors can do about samples that are not taken. */
    enum Connector {
        /** Leaves them to its successor, as OPC UA does. */
        BRIDGES,
        /** Hands all that it has over for good before its successor begins, as ADS does. */
        HANDS_OVER,
        /** Hands them over for good at any time: a sink held it up. */
        HANDS_OVER_LATE
    }

    @ParameterizedTest
    @EnumSource
    void noOrderOfGiveUpTakeOverAndDeliveryLosesAValueWithoutAMark(Connector connector) {
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(connector, seed);
            run.steps();
            assertThat(run.verdict()).as(connector + ", seed " + seed).isEmpty();
        }
    }

    /** One device, its sessions and the feed. */
    private static final class Run implements AccountedSink {

        private final SplittableRandom random;
        private final Connector connector;
        private final FixedGroup group = TestGroups.dints(1);
        private final ScanFeed feed = new ScanFeed(
                "press",
                new Scan(FAST, group.points(), this),
                null,
                null,
                new ManualClock(0),
                new Notices(new ManualClock(0), m -> {}),
                new FeedCounts());
        /** Of each session what it has received and not delivered; the last one receives what the device sends. */
        private final List<Deque<Long>> sessions = new ArrayList<>();

        private final List<String> wrong = new ArrayList<>();
        private final boolean sinkFails;
        private long counted;
        private long handedOver;
        private long booked;
        private long thrown;
        private long lastSeen;
        private boolean bad;
        private int live;

        Run(Connector connector, long seed) {
            this.connector = connector;
            random = new SplittableRandom(seed);
            sinkFails = random.nextInt(4) == 0;
        }

        void steps() {
            connect();
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> count();
                    case 3, 4, 5 -> deliver(random.nextInt(sessions.size()));
                    case 6 -> feed.lose(live, StatusCode.BAD_NO_COMMUNICATION);
                    default -> connect();
                }
            }
            // All that any session still has comes, and the last one goes on.
            for (int session = 0; session < sessions.size() - 1; session++) {
                drain(session);
            }
            connect();
            count();
            drain(sessions.size() - 2);
            drain(sessions.size() - 1);
            count();
            drain(sessions.size() - 1);
        }

        private void drain(int session) {
            for (int calls = 0; calls < STEPS && !sessions.get(session).isEmpty(); calls++) {
                deliver(session);
            }
        }

        private void count() {
            sessions.get(sessions.size() - 1).add(++counted);
        }

        /** The session is lost, abandoned, and followed by another one; it may still be about to deliver. */
        private void connect() {
            feed.lose(live, StatusCode.BAD_NO_COMMUNICATION);
            if (connector == Connector.HANDS_OVER && live > 0) {
                drain(live - 1);
            }
            Deque<Long> next = new ArrayDeque<>();
            sessions.add(next);
            live = sessions.size();
            feed.begin(live, group);
            if (connector == Connector.BRIDGES && live > 1) {
                // The successor takes what the one before has kept; there is nothing left that it could deliver.
                next.addAll(sessions.get(live - 2));
                sessions.get(live - 2).clear();
            }
        }

        private void deliver(int session) {
            Deque<Long> waiting = sessions.get(session);
            if (waiting.isEmpty()) {
                return;
            }
            SampleBatch batch = new SampleBatch(3, 0);
            batch.reset(group, 0, 0);
            waiting.stream().limit(1 + random.nextInt(3)).forEach(value -> batch.add(0, value, StatusCode.GOOD, value));
            boolean gone = true;
            if (connector == Connector.BRIDGES) {
                gone = feed.of(session + 1).offer(batch);
            } else {
                feed.of(session + 1).onSamples(batch);
            }
            for (int i = 0; gone && i < batch.size(); i++) {
                waiting.remove();
                handedOver++;
            }
        }

        @Override
        public void onSamples(SampleBatch batch) {
            if (sinkFails && random.nextInt(6) == 0 && !StatusCode.isBad(batch.statusAt(0))) {
                thrown += batch.size();
                throw new IllegalStateException("a sink that fails now and then");
            }
            for (int i = 0; i < batch.size(); i++) {
                see(batch.statusAt(i), batch.longAt(i));
            }
        }

        private void see(int status, long value) {
            if (StatusCode.isBad(status)) {
                bad = true;
                return;
            }
            booked++;
            boolean late = connector == Connector.HANDS_OVER_LATE;
            boolean marked = StatusCode.hasOverflow(status) || (late && bad);
            if (value <= lastSeen) {
                wrong.add(value + " after " + lastSeen);
            } else if (value > lastSeen + 1 && !marked) {
                wrong.add(value + " after " + lastSeen + " without a mark");
            } else if (value == lastSeen + 1 && StatusCode.hasOverflow(status) && !late) {
                wrong.add(value + " is marked, and nothing is missing");
            }
            lastSeen = Math.max(lastSeen, value);
            bad = false;
        }

        @Override
        public void lose(DropReason reason, long samples) {
            booked += samples;
        }

        List<String> verdict() {
            if (handedOver != booked + thrown) {
                wrong.add(handedOver + " handed over, but " + booked + " counted and " + thrown + " thrown away");
            }
            if (lastSeen != counted && thrown == 0) {
                wrong.add("the device counted to " + counted + ", the last that came is " + lastSeen);
            }
            return wrong;
        }
    }
}
