package io.taktstrom.spring.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.spring.test.TaktTest;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.cloud.stream.binder.test.InputDestination;
import org.springframework.cloud.stream.binder.test.OutputDestination;
import org.springframework.cloud.stream.binder.test.TestChannelBinderConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.integration.config.GlobalChannelInterceptor;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.ChannelInterceptor;
import org.springframework.messaging.support.GenericMessage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Streams and commands through Spring Cloud Stream itself, without a broker behind it. */
@TaktTest(
        connection = "press1",
        model = "classpath:press.yaml",
        classes = StreamBindingIT.Application.class,
        properties = {
            "spring.main.web-application-type=none",
            "spring.cloud.stream.default-binder=integration",
            "spring.cloud.function.definition=press;orders;quiet",
            "taktstrom.scan-classes.default.mode=notify",
            "taktstrom.scan-classes.default.cycle=0s",
            "taktstrom.points[0].id=press1.count",
            "taktstrom.points[0].on=press1",
            "taktstrom.points[0].address=MAIN.count",
            "taktstrom.points[1].id=press1.target",
            "taktstrom.points[1].on=press1",
            "taktstrom.points[1].address=MAIN.target",
            "taktstrom.points[1].writable=true",
            "taktstrom.points[1].limits.max=100",
            "taktstrom.streams[0].id=press",
            "taktstrom.streams[0].from=**",
            "taktstrom.streams[0].to=out",
            "taktstrom.sinks.out.type=spring",
            "taktstrom.sinks.out.format=json-array",
            "taktstrom.sinks.out.timeout=1s",
            "taktstrom.commands.audit=target/commands-${random.uuid}.jsonl",
            "taktstrom.commands.from.orders.type=spring",
            "taktstrom.commands.from.orders.answers=true",
            "taktstrom.commands.from.quiet.type=spring"
        })
class StreamBindingIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Autowired
    private RunningDeployment running;

    @Autowired
    private Simulator plc;

    @Autowired
    private OutputDestination out;

    @Autowired
    private InputDestination in;

    @Autowired
    private Refusing refusing;

    /** Throws what a binding's handler, or a function of the application, may throw. */
    static final class Refusing implements ChannelInterceptor {
        private final AtomicInteger refusals = new AtomicInteger();

        @Override
        public Message<?> preSend(Message<?> message, MessageChannel channel) {
            if (refusals.get() > 0) {
                refusals.decrementAndGet();
                throw new IllegalStateException("not now");
            }
            return message;
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(TestChannelBinderConfiguration.class)
    static class Application {

        @Bean
        @GlobalChannelInterceptor(patterns = "press-out-0")
        Refusing refusing() {
            return new Refusing();
        }
    }

    private Accounting account() {
        return Objects.requireNonNull(running.accounts().get("press.out"));
    }

    private void awaitMore() {
        long before = account().published();
        await().atMost(LIMIT).until(() -> {
            while (out.receive(1, "press-out-0") != null) {
                // Messages that are not read stay in memory.
            }
            return account().published() > before + 100;
        });
    }

    @Test
    void flushUnitsLeaveByTheBindingOfTheStream() {
        await().atMost(LIMIT).until(() -> account().published() > 0);
        Message<byte[]> message = out.receive(LIMIT.toMillis(), "press-out-0");
        assertThat(message.getHeaders())
                .containsEntry(TaktHeaders.STREAM, "press.out")
                .containsEntry(TaktHeaders.KEY, "press1")
                .containsKey(TaktHeaders.UNIT)
                .containsEntry(MessageHeaders.CONTENT_TYPE, "application/json");
        assertThat(new String(message.getPayload(), StandardCharsets.UTF_8))
                .startsWith("[{\"point\":\"press1.")
                .endsWith("}]");
    }

    @Test
    void aConsumerThatThrowsHoldsUpItsOwnUnitsOnlyAndSamplingGoesOn() {
        awaitMore();
        refusing.refusals.set(3);
        await().atMost(LIMIT).until(() -> refusing.refusals.get() == 0);
        awaitMore();
        assertThat(account().isBalanced()).isTrue();
        assertThat(account().droppedTotal()).isZero();
        assertThat(running.connections().get(0).managed().state()).isEqualTo(ConnectionState.CONNECTED);
        assertThat(running.connections().get(0).managed().reconnects()).isZero();
    }

    private void send(String binding, String text) {
        in.send(new GenericMessage<>(text.getBytes(StandardCharsets.UTF_8)), binding);
    }

    private static String command(String id, int value) {
        return "{\"id\": \"%s\", \"point\": \"press1.target\", \"value\": %d, \"expires\": \"%s\"}"
                .formatted(id, value, Instant.now().plusSeconds(20));
    }

    @Test
    void aCommandPassesTheGateAndItsAnswerLeavesByABinding() {
        send("orders-in-0", command("spring-1", 12));
        assertThat(answer()).containsEntry(TaktHeaders.COMMAND, "spring-1").containsEntry(TaktHeaders.OUTCOME, "done");
        assertThat(plc.get("MAIN.target")).isEqualTo(12L);
        send("orders-in-0", command("spring-2", 101));
        assertThat(answer()).containsEntry(TaktHeaders.OUTCOME, "refused");
        assertThat(plc.get("MAIN.target")).isEqualTo(12L);
    }

    private MessageHeaders answer() {
        return out.receive(LIMIT.toMillis(), "orders-out-0").getHeaders();
    }

    @Test
    void aConsumerWithoutAnswersReturnsWhenTheCommandIsWritten() {
        send("quiet-in-0", command("spring-3", 13));
        assertThat(plc.get("MAIN.target")).isEqualTo(13L);
    }
}
