package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.ServerProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Prometheus Alertmanager, by the program that {@code TAKT_ALERTMANAGER} names. */
class AlertmanagerIT {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static String get(URI address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address).build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    private static List<JsonNode> alerts(URI address) {
        try {
            JsonNode all = new JsonMapper().readTree(get(address.resolve("/api/v2/alerts")));
            return StreamSupport.stream(all.spliterator(), false).toList();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AlarmNotice oil(AlarmNotice.Kind kind, long since) {
        return new AlarmNotice(kind, "oil-hot", "critical", Map.of("line-no", "3"), "above 70.0", since);
    }

    @Test
    void alertsComeStayOnceAndGo(@TempDir Path folder) throws IOException {
        String program = PeerProcess.required("TAKT_ALERTMANAGER", "the program prometheus-alertmanager");
        Path config = Files.writeString(
                folder.resolve("alertmanager.yml"), "route: {receiver: none}\nreceivers: [{name: none}]\n");
        try (HeldPort port = new HeldPort()) {
            URI address = URI.create("http://127.0.0.1:" + port.number());
            try (ServerProcess process = ServerProcess.start(
                            "Alertmanager",
                            List.of(
                                    program,
                                    "--config.file=" + config,
                                    "--storage.path=" + folder.resolve("data"),
                                    "--cluster.listen-address=",
                                    "--web.listen-address=127.0.0.1:" + port.number()),
                            folder.resolve("server.log"),
                            () -> get(address.resolve("/-/ready")).startsWith("OK"));
                    AlarmReceiver receiver =
                            WebhookIT.open(Map.of("url", address + "/api/v2/alerts", "body", "alertmanager"))) {
                assertThat(process).isNotNull();
                long since = System.currentTimeMillis() * 1_000_000L - 60_000_000_000L;
                assertThat(receiver.refresh()).isPositive();
                for (AlarmNotice.Kind kind : List.of(AlarmNotice.Kind.RAISED, AlarmNotice.Kind.REPEATED)) {
                    assertThat(receiver.send(new AlarmMessage("plant.yaml", List.of(oil(kind, since)), 0)))
                            .isEmpty();
                }
                await().untilAsserted(() -> assertThat(alerts(address)).hasSize(1));
                JsonNode alert = alerts(address).get(0);
                assertThat(alert.at("/labels/alertname").stringValue()).isEqualTo("oil-hot");
                assertThat(alert.at("/labels/line_no").stringValue()).isEqualTo("3");
                assertThat(alert.at("/annotations/summary").stringValue()).isEqualTo("above 70.0");
                assertThat(alert.at("/status/state").stringValue()).isEqualTo("active");

                long now = System.currentTimeMillis() * 1_000_000L;
                assertThat(receiver.send(
                                new AlarmMessage("plant.yaml", List.of(oil(AlarmNotice.Kind.CLEARED, now)), 0)))
                        .isEmpty();
                await().untilAsserted(() -> assertThat(alerts(address)).isEmpty());

                List<AlarmNotice> many = new ArrayList<>();
                for (int i = 0; i < receiver.maxNotices(); i++) {
                    many.add(new AlarmNotice(AlarmNotice.Kind.RAISED, "a" + i, "warning", Map.of(), "", since));
                }
                assertThat(receiver.send(new AlarmMessage("plant.yaml", many, 0)))
                        .isEmpty();
                await().untilAsserted(() -> assertThat(alerts(address)).hasSize(receiver.maxNotices()));
            }
        }
    }
}
