package io.taktstrom.example.plant;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.spring.test.TaktTest;
import io.taktstrom.stream.Accounting;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the example does with either broker, which is not there when it starts. One application, one broker; so the tests have an order. */
@TaktTest(
        model = "classpath:press.yaml",
        classes = PlantApplication.class,
        properties = {
            "PRESS_HOST=${TAKT_SIMULATOR_HOST}",
            "PRESS_PORT=${TAKT_SIMULATOR_PORT}",
            "PRESS_NET_ID=${TAKT_SIMULATOR_AMSNETID}",
            "PLANT_AUDIT=target/commands-${random.uuid}.jsonl"
        })
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class PlantContract {

    static final Duration LIMIT = Duration.ofMinutes(2);

    @Autowired
    private ConfigurableApplicationContext context;

    @Autowired
    private RunningDeployment running;

    @Autowired
    private Simulator press;

    @Autowired
    private SpindleService spindles;

    /** Every message of the destination that was not read before, by a client of its own. */
    abstract List<ReadMessage> read(String destination) throws IOException;

    abstract void send(String destination, String text) throws IOException;

    abstract void stopBroker();

    abstract void startBroker() throws IOException;

    final Accounting account() {
        return Objects.requireNonNull(running.accounts().get("press.broker"));
    }

    /** The types of the endpoint have other packages in Spring Boot 4 than in 3.5. */
    final boolean isSinkUp() throws ReflectiveOperationException {
        Object endpoint = context.getBean("healthEndpoint");
        String[] path = {"taktstrom", "sinks", "broker"};
        Object sink =
                endpoint.getClass().getMethod("healthForPath", String[].class).invoke(endpoint, (Object) path);
        return sink.getClass().getMethod("getStatus").invoke(sink).toString().equals("UP");
    }

    @Test
    @Order(0)
    void anApplicationStartsWithoutItsBrokerAndSaysSo() throws IOException {
        await().atMost(LIMIT).until(() -> !isSinkUp());
        assertThat(account().isBalanced()).isTrue();
        assertThat(account().published()).isZero();
        startBroker();
        await().atMost(LIMIT).until(() -> account().published() > 0);
        assertThat(account().droppedTotal()).isZero();
    }

    @Test
    @Order(1)
    void samplesArriveWithQualityAndTime() throws IOException {
        List<ReadMessage> messages = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            messages.addAll(read("plant.press"));
            return messages.size() > 50;
        });
        // What comes twice came in its order before.
        assertThat(messages.stream().map(PlantContract::sequence).distinct()).isSorted();
        ReadMessage last = messages.get(messages.size() - 1);
        assertThat(last.json().get("status").stringValue()).isEqualTo("Good");
        assertThat(last.headers())
                .containsEntry("quality", "Good")
                .containsEntry("status", "Good")
                .containsEntry("point", last.json().get("point").stringValue())
                .containsEntry("sourceTime", last.json().get("sourceTime").stringValue())
                .containsEntry("takt_stream", "press.broker");
        assertThat(Instant.parse(Objects.requireNonNull(last.headers().get("receivedAt"))))
                .isBefore(Instant.now().plusSeconds(1));
    }

    @Test
    @Order(2)
    void recordsAndConnectionsAreInTheApplicationsHands() throws IOException {
        assertThat(spindles.isConnected()).isTrue();
        assertThat(spindles.now().speed()).isEqualTo(42.5);
    }

    private Map<String, String> answer(String id) {
        List<Map<String, String>> answers = new ArrayList<>();
        await().atMost(LIMIT).until(() -> {
            read("plant.answers").stream()
                    .filter(each -> each.json().get("id").stringValue().equals(id))
                    .forEach(each -> answers.add(
                            Map.of("outcome", each.json().get("outcome").stringValue(), "text", each.text())));
            return !answers.isEmpty();
        });
        return answers.get(0);
    }

    private static String command(String id, String value) {
        return "{\"id\": \"%s\", \"point\": \"press1.target\", \"value\": %s, \"expires\": \"%s\"}"
                .formatted(id, value, Instant.now().plusSeconds(20));
    }

    @Test
    @Order(3)
    void aCommandIsWrittenOnceAndAnswered() throws IOException {
        String command = command("order-1", "21.5");
        send("plant.orders", command);
        assertThat(answer("order-1")).containsEntry("outcome", "done");
        assertThat(press.get("MAIN.target")).isEqualTo(21.5);
        press.set("MAIN.target", 7.0);
        send("plant.orders", command);
        assertThat(answer("order-1")).containsEntry("outcome", "repeated");
        assertThat(press.get("MAIN.target")).isEqualTo(7.0);
    }

    @Test
    @Order(4)
    void aCommandBeyondItsLimitsIsRefusedAndRubbishHoldsUpNothing() throws IOException {
        send("plant.orders", "{ rubbish");
        send("plant.orders", command("order-2", "100.5"));
        assertThat(answer("order-2")).containsEntry("outcome", "refused");
        send("plant.orders", command("order-3", "30"));
        assertThat(answer("order-3")).containsEntry("outcome", "done");
        assertThat(press.get("MAIN.target")).isEqualTo(30.0);
    }

    @Test
    @Order(5)
    void anOutageOfTheBrokerLosesNothingAndShows() throws IOException {
        await().atMost(LIMIT).until(this::isSinkUp);
        stopBroker();
        await().atMost(LIMIT).until(() -> !isSinkUp());
        long before = account().published();
        startBroker();
        await().atMost(LIMIT).until(() -> isSinkUp() && account().published() > before + 100);
        assertThat(account().isBalanced()).isTrue();
        assertThat(account().droppedTotal()).isZero();
        long published = account().published();
        await().atMost(LIMIT).untilAsserted(() -> assertThat(missing(published)).isEmpty());
    }

    @Test
    @Order(6)
    void theEndPublishesWhatWaits() {
        await().atMost(LIMIT).until(() -> account().buffered() < 20);
        context.stop();
        assertThat(account().isBalanced()).isTrue();
        assertThat(account().buffered()).isZero();
        assertThat(account().droppedTotal()).isZero();
    }

    private static long sequence(ReadMessage message) {
        return message.json().get("sequence").longValue();
    }

    /** Numbers of so many samples, from the first one that the source had, that the broker does not have. */
    private Set<Long> missing(long published) throws IOException {
        Set<Long> there = all().stream().map(PlantContract::sequence).collect(Collectors.toSet());
        return LongStream.range(0, published)
                .filter(sequence -> !there.contains(sequence))
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** All samples since the start. */
    abstract List<ReadMessage> all() throws IOException;
}
