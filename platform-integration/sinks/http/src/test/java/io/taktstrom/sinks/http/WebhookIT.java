package io.taktstrom.sinks.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.TestOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Webhooks of a server in Python, and of servers that do not answer. */
class WebhookIT {

    static final AlarmNotice OIL = new AlarmNotice(
            AlarmNotice.Kind.RAISED,
            "oil-hot",
            "critical",
            Map.of("line", "3"),
            "press1.oil is 71.0, above 70.0",
            1_764_338_400_000_000_000L);

    private Receiver server;

    @BeforeEach
    void start() throws IOException {
        server = new Receiver();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    static AlarmReceiver open(Map<String, String> options) throws IOException {
        WebhookProvider provider = new WebhookProvider();
        return provider.open(provider.descriptor().values("receiver chat", options), SinkContext.standard("chat"));
    }

    private AlarmReceiver open(String... more) throws IOException {
        String url = "http://127.0.0.1:" + server.proxy().address().getPort() + "/hooks/secret-part";
        return open(TestOptions.of(Map.of("url", url), more));
    }

    private static AlarmMessage message(AlarmNotice... notices) {
        return new AlarmMessage("plant.yaml", List.of(notices), 0);
    }

    @Test
    void jsonHasAllOfIt() throws IOException {
        try (AlarmReceiver receiver = open("headers", "X-Plant: north", "token", "abc")) {
            assertThat(receiver.send(new AlarmMessage("plant.yaml", List.of(OIL), 120)))
                    .isEmpty();
        }
        JsonNode body = server.list("samples").get(0);
        assertThat(body.get("source").stringValue()).isEqualTo("plant.yaml");
        assertThat(body.get("more").asLong()).isEqualTo(120);
        JsonNode alarm = body.get("alarms").get(0);
        assertThat(alarm.get("alarm").stringValue()).isEqualTo("oil-hot");
        assertThat(alarm.get("event").stringValue()).isEqualTo("raised");
        assertThat(alarm.get("since").stringValue()).isEqualTo("2025-11-28T14:00:00Z");
        assertThat(alarm.at("/labels/line").stringValue()).isEqualTo("3");
        JsonNode request = server.list("requests").get(0);
        assertThat(request.get("x-plant").stringValue()).isEqualTo("north");
        assertThat(request.get("authorization").stringValue()).isEqualTo("Bearer abc");
        assertThat(request.get("content-type").stringValue()).isEqualTo("application/json");
    }

    @Test
    void aChatGetsLinesInWhichADeviceCanCallNoOne() throws IOException {
        AlarmNotice hostile =
                new AlarmNotice(AlarmNotice.Kind.CLEARED, "door", "warning", Map.of(), "<!channel> @here\n&\u0007", 0);
        try (AlarmReceiver receiver = open("body", "text")) {
            receiver.send(new AlarmMessage("plant.yaml", List.of(OIL, hostile), 120));
        }
        String text = server.list("samples").get(0).get("text").stringValue();
        assertThat(text.lines())
                .containsExactly(
                        "plant.yaml: 122 alarms",
                        "RAISED critical oil-hot: press1.oil is 71.0, above 70.0, since 2025-11-28T14:00:00Z",
                        "CLEARED warning door: &lt;!channel&gt; @\u200bhere\\n&amp;\\u0007, since 1970-01-01T00:00:00Z",
                        "and 120 more");
    }

    @Test
    void aServerThatFailsIsTriedAgainAndOneThatRefusesIsNot() throws IOException {
        try (AlarmReceiver receiver = open()) {
            server.tell("status 500");
            assertThatThrownBy(() -> receiver.send(message(OIL)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("publish to webhook at http://127.0.0.1:")
                    .hasMessageContaining("HTTP 500 because I say so; trying again")
                    .hasMessageNotContaining("secret-part");
            server.tell("status 404");
            assertThatThrownBy(() -> receiver.send(message(OIL))).hasMessageContaining("correct the address");
            server.tell("status 400");
            assertThat(receiver.send(message(OIL))).isEqualTo("HTTP 400 because I say so");
            server.tell("status 0");
            assertThat(receiver.send(message(OIL))).isEmpty();
        }
    }

    @Test
    void aServerThatHangsOrSendsByteByByteHasADeadline() throws IOException {
        try (ScriptedServer silent =
                        new ScriptedServer("silent", wire -> wire.in().readAllBytes());
                ScriptedServer slow = new ScriptedServer("slow", wire -> {
                    wire.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    while (wire.in().read() >= 0) {
                        wire.send(new byte[] {'.'});
                    }
                })) {
            for (ScriptedServer hanging : List.of(silent, slow)) {
                hanging.start();
                try (AlarmReceiver receiver = open(Map.of(
                        "url", "http://127.0.0.1:" + hanging.address().getPort() + "/", "requestTimeout", "300ms"))) {
                    assertThatThrownBy(() -> receiver.send(message(OIL)))
                            .isInstanceOf(IOException.class)
                            .hasMessageContaining("no answer within 300 ms");
                }
            }
        }
    }

    @Test
    void whatIsWrongWithTheOptionsIsSaid() {
        assertThatThrownBy(() -> open("ca", "/nowhere.pem")).hasMessageContaining("ca");
        assertThatThrownBy(() -> open("user", "a", "token", "b"))
                .hasMessageContaining("either user and password or a token");
        assertThat(Collections.singletonList(new WebhookProvider().descriptor().type()))
                .containsExactly("webhook");
    }
}
