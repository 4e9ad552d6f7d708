package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.NotificationConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The section {@code notify}, right and wrong. */
class NotificationMistakesTest {

    private static final String GOOD = LoaderFixture.GOOD + """
            alarms:
              hot: {when: above, points: press1.temperature, limit: 70, severity: critical, labels: {line: "3"}}
              away: {when: disconnected}
            notify:
              journal: alarms.jsonl
              maxShelve: 8h
              receivers:
                chat: {type: webhook, url: "https://chat.example/hooks/1", body: text, token: "${env:TOKEN}", maxPerMinute: 3}
                shift: {type: smtp, host: mail.example, from: takt@plant.example, to: "a@plant.example, b@plant.example"}
              rules:
                - {to: [chat, shift], severity: critical, alarms: "h*", labels: {line: "3"}, repeat: 10m,
                   escalateTo: shift, escalateAfter: 1h, cleared: false}
                - {to: chat}
            """;

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    @Test
    void receiversAndRulesAreRead() {
        Deployment deployment = fixture.loaded(GOOD);
        NotificationConfig notify = deployment.notifications();
        assertThat(notify.maxShelve()).isEqualTo(Duration.ofHours(8));
        NotificationConfig.Receiver chat =
                Objects.requireNonNull(notify.receivers().get("chat"));
        assertThat(chat.maxPerMinute()).isEqualTo(3);
        assertThat(chat.groupWithin()).isEqualTo(Duration.ofSeconds(5));
        assertThat(chat.part().options())
                .isEqualTo(Map.of("url", "https://chat.example/hooks/1", "body", "text", "token", "sesame"));
        NotificationConfig.Rule rule = notify.rules().get(0);
        assertThat(rule)
                .isEqualTo(new NotificationConfig.Rule(
                        List.of("critical"),
                        List.of("h*"),
                        Map.of("line", "3"),
                        List.of("chat", "shift"),
                        Duration.ofMinutes(10),
                        List.of("shift"),
                        Duration.ofHours(1),
                        false));
        assertThat(rule.takes(Objects.requireNonNull(deployment.alarms().get("hot"))))
                .isTrue();
        assertThat(rule.takes(Objects.requireNonNull(deployment.alarms().get("away"))))
                .isFalse();
        assertThat(deployment.toString()).contains("alarms to chat (webhook)").doesNotContain("sesame");
        assertThat(DeploymentChanges.between(deployment, fixture.loaded(GOOD.replace("repeat: 10m", "repeat: 20m")))
                        .lines())
                .containsExactly("notify: alarms reach people otherwise");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "to: [chat, shift] | to: [chat, shft] | unknown receiver 'shft'; did you mean 'shift'?",
                "escalateTo: shift | escalateTo: boss | unknown receiver 'boss'",
                "alarms: \"h*\" | alarms: hit | no alarm matches 'hit'; did you mean 'hot'?",
                "severity: critical, alarms | severity: bad, alarms | is not one of",
                "type: webhook | type: webhok | unknown type 'webhok'; did you mean 'webhook'?",
                "- {to: chat} | - {repeat: 5m} | needs 'to'",
                "repeat: 10m | repeat: 10s | is not a duration",
                "maxShelve: 8h | maxShelve: 60d | is not a duration",
                "body: text | body: txt | is not one of",
                "from: takt@plant.example | from: takt | an address such as takt@plant.example",
                "\"${env:TOKEN}\" | sesame | is a secret and must not be written in the file",
                "journal: | jurnal: | unknown key; did you mean 'journal'?",
                "maxPerMinute: 3 | maxPerMinutes: 3 | unknown key; did you mean 'maxPerMinute'?",
            })
    void aMistakeIsSaidWithItsPlaceAndARemedy(String part, String instead, String message) {
        assertThat(GOOD).contains(part);
        assertThat(fixture.problems(GOOD.replace(part, instead)))
                .contains(message)
                .contains("plant.yaml:");
    }
}
