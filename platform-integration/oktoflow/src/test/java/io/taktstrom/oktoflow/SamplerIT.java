package io.taktstrom.oktoflow;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.ads.simulator.AdsSimulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class SamplerIT {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private AdsSimulator plc;
    private DeviceSession press;

    @BeforeEach
    void start() throws IOException {
        plc = Press.start();
        press = Press.open(plc.endpointUri(), Map.of("cycle", "1ms"));
    }

    @AfterEach
    void stop() {
        press.close();
        plc.close();
    }

    private long requests() {
        return plc.requests().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Reads two variables each round, as a translator does, and hands on what it has. */
    private final class Consumer implements Sampler.Rounds {

        private final List<Object> records = Collections.synchronizedList(new ArrayList<>());
        private final List<String> troubles = Collections.synchronizedList(new ArrayList<>());
        private final AtomicInteger toThrow = new AtomicInteger();

        @Override
        public void onRound(Round round) throws IOException {
            List<Object> made =
                    press.during(round, () -> List.of(press.get("MAIN.setpoint", -1), press.get("MAIN.fine", -1)));
            if (toThrow.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("the consumer is unwell");
            }
            if (!round.isLearning()) {
                records.add(made);
            }
        }

        @Override
        public void onTrouble(String message) {
            troubles.add(message);
        }
    }

    @Test
    void withoutAWordOfWhatToMonitorTheFirstRoundShowsItAndEveryChangeArrives() {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(5, 1.5f)));
            for (int i = 10; i < 15; i++) {
                int next = i;
                plc.set("MAIN.setpoint", next);
                await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(next, 1.5f)));
            }
            assertThat(sampler.accounting().isBalanced()).isTrue();
            assertThat(sampler.isPolling()).isFalse();
        }
    }

    @Test
    void notificationsCarryTheValuesAndAreNotReadAgain() {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> !consumer.records.isEmpty());
            long before = requests();
            for (int i = 20; i < 40; i++) {
                int next = i;
                plc.set("MAIN.setpoint", next);
                await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(next, 1.5f)));
            }
            assertThat(requests() - before)
                    .as("requests while twenty changes came: heartbeats at most")
                    .isLessThan(20);
        }
    }

    @Test
    void pollingGoesOnAfterAConsumerHasThrown() {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.startPolling(Duration.ofMillis(20));
            await().atMost(LIMIT).until(() -> consumer.records.size() > 3);
            consumer.toThrow.set(3);
            await().atMost(LIMIT).until(() -> consumer.toThrow.get() == 0);
            assertThat(consumer.troubles).contains("a round failed and was left out: the consumer is unwell");
            int then = consumer.records.size();
            await().atMost(LIMIT).until(() -> consumer.records.size() > then + 3);
            assertThat(sampler.isPolling()).isTrue();
        }
    }

    @Test
    void aGatedPollMakesNoRounds() {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.enable(false);
            sampler.startPolling(Duration.ofMillis(10));
            await().atMost(LIMIT).until(() -> sampler.accounting().published() > 10);
            assertThat(consumer.records).isEmpty();
            sampler.enable(true);
            await().atMost(LIMIT).until(() -> !consumer.records.isEmpty());
        }
    }

    @Test
    void anOutageIsTroubleAndNotAnOldValueAndRoundsGoOnBehindIt() {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> !consumer.records.isEmpty());
            plc.dropConnections();
            await().atMost(LIMIT)
                    .until(() -> consumer.troubles.stream().anyMatch(text -> text.contains("have no value: Bad_")));
            plc.set("MAIN.setpoint", 99);
            await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(99, 1.5f)));
        }
    }

    @Test
    void aChangeOfTheModelMakesARoundThatReadsAgainWhatWasKeptForEver() throws IOException {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.monitorModel(Duration.ofMillis(1), "0xF008:0x0:USINT");
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(5, 1.5f)));
            plc.set("MAIN.setpoint", 50);
            assertThat(press.get("MAIN.setpoint", -1)).as("kept").isEqualTo(5);
            plc.onlineChange();
            await().atMost(LIMIT).until(() -> consumer.records.contains(List.of(50, 1.5f)));
        }
    }

    @Test
    void onlyNamedVariablesAreMonitoredWhenThereAreNames() throws IOException {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.monitor(Duration.ofMillis(1), List.of("MAIN.fine"));
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> consumer.records.size() == 1);
            plc.set("MAIN.setpoint", 50);
            plc.set("MAIN.fine", 7.5);
            await().atMost(LIMIT).until(() -> consumer.records.size() == 2);
            sampler.stop();
            assertThat(press.asked()).containsExactly("MAIN.setpoint", "MAIN.fine");
        }
    }

    /** So do oktoflow's own connectors, and its tests count them. */
    @Test
    void eachNamedVariableMakesARoundOfItsOwn() throws IOException {
        Consumer consumer = new Consumer();
        try (Sampler sampler = new Sampler(press, "press1", consumer)) {
            sampler.monitor(Duration.ofMillis(1), List.of("MAIN.setpoint", "MAIN.fine"));
            sampler.startNotifying();
            await().atMost(LIMIT).until(() -> consumer.records.size() == 2);
            plc.set("MAIN.setpoint", 50);
            await().atMost(LIMIT).until(() -> consumer.records.size() == 3);
            plc.set("MAIN.fine", 7.5);
            await().atMost(LIMIT).until(() -> consumer.records.size() == 4);
            assertThat(consumer.records.get(3)).isEqualTo(List.of(50, 7.5f));
        }
    }
}
