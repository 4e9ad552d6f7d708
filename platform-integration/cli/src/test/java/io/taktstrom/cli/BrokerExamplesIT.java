package io.taktstrom.cli;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.brokers.BrokerReader;
import io.taktstrom.brokers.KafkaBroker;
import io.taktstrom.brokers.RabbitBroker;
import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.testkit.ArmedFault;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.TestCertificate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples for brokers as they are in docs, from a simulated PLC to real brokers, with a cut on the way. */
class BrokerExamplesIT extends DemoPlant {

    /** Runs a deployment, and cuts each connection to the broker once when some of it has passed. */
    private static long published(Path file, String pipeline, FaultProxy proxy, long cutAfter) throws Exception {
        Thread cutter = new Thread(() -> {
            Awaitility.await().until(() -> proxy.forwarded(Direction.TO_SERVER) > cutAfter);
            ArmedFault cut = proxy.arm(new Fault.Reset(Direction.TO_SERVER, 0));
            Awaitility.await().until(() -> cut.firings() > 0);
            cut.disarm();
        });
        cutter.start();
        Ran ran = Ran.takt("run", file.toString(), "--seconds", "6");
        cutter.join();
        return Examples.published(ran, pipeline);
    }

    /**
     * Runs until a secret was shown to a broker, and looks for it in all that was logged meanwhile.
     *
     * @param sign of the log that it was
     * @return what was printed
     */
    private String login(String sink, String secret, String level, String sign) throws Exception {
        ShownSecret.file(directory, "password", secret);
        Path file = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                streams:
                  - {id: all, from: "**", to: [sink]}
                sinks:
                  sink:
                %s
                """.formatted(sink.indent(4)));
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString(), "--log-level", level)) {
            Awaitility.await().until(() -> run.err().contains(sign));
            run.signal("INT");
            run.code();
            String printed = run.out() + run.err();
            assertThat(printed).containsPattern("DEBUG (org\\.apache\\.kafka|com\\.rabbitmq)\\.");
            ShownSecret.assertNotIn(printed, secret);
            return printed;
        }
    }

    /** A sample is known by its point and its number, which a repetition has again. */
    private static void assertAllThere(List<ReadMessage> messages, long published) {
        List<String> samples = messages.stream()
                .map(message -> message.json().get("point").stringValue() + " "
                        + message.json().get("sequence").longValue())
                .distinct()
                .toList();
        assertThat((long) samples.size()).isEqualTo(published);
        assertThat(messages.stream()
                        .filter(message ->
                                message.json().get("status").stringValue().contains("Overflow")))
                .isEmpty();
    }

    @Test
    void adsNotificationsOfEachMillisecondReachKafkaAndNoneIsMissing() throws Exception {
        try (BrokerReader reader = BrokerReader.ofKafka();
                KafkaBroker broker = KafkaBroker.start()) {
            broker.createTopic("machine.press1", 3, Map.of());
            Path file = Examples.copy("kafka.yaml", directory, plc, "127.0.0.1:9092", broker.address());
            long published = published(file, "wave.kafka", broker.proxy(), 200_000);
            assertAllThere(reader.read("read " + broker.directAddress() + " machine.press1"), published);
            TestCertificate keys = broker.certificate();
            String printed = login(
                    """
                    {type: kafka, brokers: "%s", topic: machine.press1, timeout: 20s, sasl: plain, user: %s,
                     password: "${file:password}", tls: true, ca: "%s", certificate: "%s", privateKey: "%s"}
                    """.formatted(broker.secureAddress(), KafkaBroker.USER, keys.ca(), keys.certificate(), keys.key()),
                    KafkaBroker.PASSWORD,
                    "kafka=trace",
                    "Set SASL client state to COMPLETE");
            // As it stands in the login module's options.
            ShownSecret.assertNotIn(
                    printed, KafkaBroker.PASSWORD.replace("\\", "\\\\").replace("\"", "\\\""));
        }
    }

    @Test
    void aPressReachesRabbitAndNothingIsMissing() throws Exception {
        try (RabbitBroker broker = RabbitBroker.start();
                BrokerReader reader = BrokerReader.ofAmqp(broker.directPort())) {
            reader.tell("queue press");
            reader.tell("bind press amq.topic press1.#");
            Path file = Examples.copy(
                    "amqp.yaml",
                    directory,
                    plc,
                    "127.0.0.1:5672",
                    "127.0.0.1:" + URI.create(broker.url()).getPort());
            long published = published(file, "press.rabbit", broker.proxy(), 20_000);
            assertAllThere(reader.read("take press"), published);
            login("""
                    {type: amqp, url: "amqp://127.0.0.1:%d", user: guest, password: "${file:password}", exchange: amq.topic, routingKey: a}
                    """.formatted(broker.directPort()), "rabbit-open-sesame-31d9", "amqp=trace", "refuses user guest");
        }
    }
}
