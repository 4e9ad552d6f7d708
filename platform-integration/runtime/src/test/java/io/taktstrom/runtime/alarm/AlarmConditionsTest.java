package io.taktstrom.runtime.alarm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.NotificationConfig;
import io.taktstrom.deployment.NotificationConfig.Receiver;
import io.taktstrom.deployment.NotificationConfig.Rule;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.runtime.health.AlarmHandling;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.spi.Providers;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What people make of alarms, and who is told, on a clock of the test; receivers keep what they get. */
class AlarmConditionsTest {

    private static final AlarmConfig OIL = alarm("oil", AlarmConfig.Severity.CRITICAL);
    private static final AlarmConfig AIR = alarm("air", AlarmConfig.Severity.WARNING);

    /** Keeps what all receivers of its type get, as {@code receiver: kind alarm}. */
    private static final class Keeping implements AlarmReceiverProvider {

        private final List<String> got = Collections.synchronizedList(new ArrayList<>());

        @Override
        public PartDescriptor descriptor() {
            return new PartDescriptor("keeping", "Keeps.", List.of());
        }

        @Override
        public AlarmReceiver open(OptionValues options, SinkContext context) {
            return new AlarmReceiver() {
                @Override
                public int maxNotices() {
                    return 100;
                }

                @Override
                public boolean summarizes() {
                    return true;
                }

                @Override
                public Duration refresh() {
                    return context.name().equals("manager") ? Duration.ofMinutes(1) : Duration.ZERO;
                }

                @Override
                public String send(AlarmMessage message) {
                    message.notices()
                            .forEach(notice -> got.add(
                                    context.name() + ": " + notice.kind().text() + " " + notice.alarm()));
                    return "";
                }

                @Override
                public void close() {}
            };
        }
    }

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock(1_000_000_000_000L);
    private final Keeping keeping = new Keeping();
    private final List<String> notices = new ArrayList<>();
    private Rule rule = new Rule(
            List.of(),
            List.of(),
            Map.of(),
            List.of("chat"),
            Duration.ofMinutes(10),
            List.of("boss"),
            Duration.ofMinutes(15),
            true);
    private AlarmConditions conditions = conditions();

    private AlarmConditions conditions() {
        Providers providers =
                new Providers(List.of(), List.of(), List.of(), List.of(), List.of(), List.of(keeping), "");
        return new AlarmConditions(clock, providers, notices::add, null);
    }

    @BeforeEach
    void begin() {
        conditions.use(deployment(OIL, AIR));
    }

    @AfterEach
    void end() {
        conditions.close();
        assertThat(notices).isEmpty();
    }

    private static AlarmConfig alarm(String name, AlarmConfig.Severity severity) {
        return new AlarmConfig(name, new AlarmRule.Drops(""), Duration.ZERO, Duration.ZERO, severity, "");
    }

    private Deployment deployment(AlarmConfig... alarms) {
        Map<String, AlarmConfig> byName = new LinkedHashMap<>();
        Stream.of(alarms).forEach(alarm -> byName.put(alarm.name(), alarm));
        Map<String, Receiver> receivers = new LinkedHashMap<>();
        for (String name : List.of("chat", "boss", "manager")) {
            receivers.put(
                    name, new Receiver(new PartConfig("receiver", name, "keeping", Map.of()), Duration.ZERO, 1000));
        }
        return new Deployment(
                folder.resolve("plant.yaml"),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                byName,
                null,
                List.of(),
                new NotificationConfig(
                        new AuditConfig("alarms.jsonl", 1 << 20, Duration.ofDays(1), 2),
                        Duration.ofHours(24),
                        receivers,
                        List.of(rule)),
                null);
    }

    private void raise(AlarmConfig alarm) {
        conditions.raised(report(alarm, true), false);
        conditions.tick();
    }

    private void clear(AlarmConfig alarm) {
        conditions.cleared(report(alarm, false));
        conditions.tick();
    }

    private AlarmReport report(AlarmConfig alarm, boolean isActive) {
        return new AlarmReport(alarm.name(), alarm.severity().text(), isActive, clock.epochNanos(), 1, "");
    }

    private void pass(Duration time) {
        clock.advance(time);
        conditions.tick();
    }

    private String handle(AlarmRequest.Action action, String alarms, Duration time) {
        String done = conditions.handle(new AlarmRequest(action, alarms, "olga", "fan", time));
        conditions.tick();
        return done;
    }

    private void acknowledge(String alarms) {
        handle(AlarmRequest.Action.ACKNOWLEDGE, alarms, Duration.ZERO);
    }

    private void awaitGot(String... all) {
        await().untilAsserted(() -> assertThat(List.copyOf(keeping.got)).containsExactlyInAnyOrder(all));
    }

    private String journal() throws IOException {
        Path file = folder.resolve("alarms.jsonl");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Test
    void isRepeatedAndEscalatedUntilItIsAcknowledged() throws IOException {
        raise(OIL);
        awaitGot("chat: raised oil");
        pass(Duration.ofMinutes(10));
        awaitGot("chat: raised oil", "chat: repeated oil");
        pass(Duration.ofMinutes(5));
        awaitGot("chat: raised oil", "chat: repeated oil", "boss: escalated oil");
        acknowledge("oil");
        pass(Duration.ofMinutes(30));
        clear(OIL);
        awaitGot(
                "chat: raised oil",
                "chat: repeated oil",
                "boss: escalated oil",
                "chat: cleared oil",
                "boss: cleared oil");
        await().untilAsserted(() -> assertThat(journal())
                .contains("\"event\":\"raised\",\"alarm\":\"oil\"")
                .contains("\"event\":\"acknowledged\",\"alarm\":\"oil\",\"by\":\"olga\",\"comment\":\"fan\"")
                .contains("\"event\":\"cleared\"")
                .contains("\"event\":\"delivered\",\"receiver\":\"boss\""));
        assertThat(conditions.handling("oil")).isEqualTo(AlarmHandling.NONE);
    }

    /** On standby. */
    @Test
    void whileAnotherInstanceWatchesNoOneIsToldAndNothingIsForgotten() {
        raise(OIL);
        raise(AIR);
        awaitGot("chat: raised oil", "chat: raised air");
        acknowledge("oil");
        conditions.suspend();
        pass(Duration.ofHours(1));
        assertThat(keeping.got).hasSize(2);
        conditions.use(deployment(OIL, AIR));
        assertThat(conditions.restored("air")).isNotNull();
        assertThat(conditions.handling("oil").isAcknowledged()).isTrue();
        conditions.tick();
        awaitGot("chat: raised oil", "chat: raised air", "chat: repeated air", "boss: escalated air");
    }

    @Test
    void whatIsClearedStaysUnacknowledgedUntilSomeoneHasSeenIt() {
        raise(OIL);
        clear(OIL);
        assertThat(conditions.handling("oil").isAcknowledged()).isFalse();
        assertThat(handle(AlarmRequest.Action.ACKNOWLEDGE, "*", Duration.ZERO)).isEqualTo("acknowledged oil");
        assertThat(conditions.handling("oil").isAcknowledged()).isTrue();
        assertThatThrownBy(() -> acknowledge("oil")).hasMessageContaining("no alarm 'oil' is unacknowledged");
        assertThatThrownBy(() -> acknowledge("oli")).hasMessageContaining("unknown alarm 'oli'");
    }

    @Test
    void noOneIsToldOfAShelvedAlarmUntilItsTimeIsOver() {
        handle(AlarmRequest.Action.SHELVE, "oil", Duration.ofHours(1));
        raise(OIL);
        raise(AIR);
        awaitGot("chat: raised air");
        acknowledge("air");
        keeping.got.clear();
        pass(Duration.ofMinutes(59));
        pass(Duration.ofMinutes(1));
        awaitGot("chat: raised oil");
        assertThat(conditions.handling("oil").isShelved()).isFalse();
        assertThatThrownBy(() -> handle(AlarmRequest.Action.SHELVE, "oil", Duration.ofHours(25)))
                .hasMessageContaining("at most 1d");
        assertThatThrownBy(() -> handle(AlarmRequest.Action.UNSHELVE, "oil", Duration.ZERO))
                .hasMessageContaining("no alarm 'oil' is shelved");
    }

    @Test
    void anotherCauseOfAnAcknowledgedAlarmIsToldAgain() {
        raise(OIL);
        acknowledge("oil");
        conditions.raised(report(OIL, true), true);
        conditions.tick();
        awaitGot("chat: raised oil", "chat: raised oil");
        assertThat(conditions.handling("oil").isAcknowledged()).isFalse();
    }

    @Test
    void aReceiverThatForgetsIsToldAgainThoughItIsAcknowledged() {
        rule = new Rule(
                List.of("critical"),
                List.of("o*"),
                Map.of(),
                List.of("manager"),
                null,
                List.of(),
                Duration.ofMinutes(1),
                true);
        conditions.use(deployment(OIL, AIR));
        raise(OIL);
        raise(AIR);
        awaitGot("manager: raised oil");
        acknowledge("oil");
        pass(Duration.ofMinutes(1));
        awaitGot("manager: raised oil", "manager: repeated oil");
    }

    @Test
    void aRestartForgetsNeitherAcknowledgementsNorShelvedAlarmsNorRepeats() {
        raise(OIL);
        acknowledge("oil");
        handle(AlarmRequest.Action.SHELVE, "air", Duration.ofHours(1));
        awaitGot("chat: raised oil");
        conditions.close();
        clock.advance(Duration.ofMinutes(30));

        conditions = conditions();
        conditions.use(deployment(OIL, AIR));
        AlarmReport before = conditions.restored("oil");
        assertThat(before).isNotNull();
        assertThat(conditions.handling("oil").by()).isEqualTo("olga");
        assertThat(conditions.handling("air").isShelved()).isTrue();
        pass(Duration.ofMinutes(20));
        awaitGot("chat: raised oil");
        pass(Duration.ofMinutes(10));
        assertThat(conditions.handling("air").isShelved()).isFalse();
    }

    @Test
    void aRestartDuringARepeatGoesOnWithIt() {
        raise(OIL);
        awaitGot("chat: raised oil");
        pass(Duration.ofMinutes(4));
        conditions.close();
        conditions = conditions();
        conditions.use(deployment(OIL, AIR));
        pass(Duration.ofMinutes(5));
        awaitGot("chat: raised oil");
        pass(Duration.ofMinutes(1));
        awaitGot("chat: raised oil", "chat: repeated oil");
    }

    @Test
    void aReloadDuringARepeatGoesOnWithItAndARemovedAlarmEndsWithAMark() {
        raise(OIL);
        raise(AIR);
        awaitGot("chat: raised oil", "chat: raised air");
        pass(Duration.ofMinutes(5));
        conditions.cleared(report(AIR, false).over(clock.epochNanos(), "its rule was removed"));
        conditions.use(deployment(OIL));
        pass(Duration.ofMinutes(5));
        awaitGot("chat: raised oil", "chat: raised air", "chat: cleared air", "chat: repeated oil");
        await().untilAsserted(() -> assertThat(journal()).contains("\"event\":\"removed\",\"alarm\":\"air\""));
    }

    @Test
    void whatWaitedForAReceiverThatIsGoneIsDroppedWithAMark() throws IOException {
        conditions.close();
        String notice =
                "{\"kind\":\"RAISED\",\"alarm\":\"oil\",\"severity\":\"critical\",\"labels\":{},\"text\":\"\",\"since\":1}";
        Files.writeString(
                folder.resolve("alarms.jsonl.state"),
                "{\"alarms\":{},\"pending\":{\"gone\":[" + notice + "],\"chat\":[" + notice + "]}}");
        conditions = conditions();
        conditions.use(deployment(OIL, AIR));
        awaitGot("chat: raised oil");
        await().untilAsserted(() ->
                assertThat(journal()).contains("\"event\":\"dropped\",\"receiver\":\"gone\",\"count\":1"));
    }

    @Test
    void aDamagedStateIsSaidAndForgotten() throws IOException {
        conditions.close();
        Files.writeString(folder.resolve("alarms.jsonl.state"), "{\"alarms\":{\"oil\":[");
        conditions = conditions();
        conditions.use(deployment(OIL, AIR));
        assertThat(notices).singleElement().asString().contains("alarms.jsonl.state cannot be read");
        notices.clear();
    }

    @Test
    void aJournalThatCannotBeWrittenIsAReasonAndEndsWhenItCan() throws IOException {
        conditions.close();
        Files.deleteIfExists(folder.resolve("alarms.jsonl"));
        Files.createDirectory(folder.resolve("alarms.jsonl"));
        conditions = conditions();
        conditions.use(deployment(OIL, AIR));
        raise(OIL);
        await().untilAsserted(() ->
                assertThat(conditions.report().journalTrouble()).contains("alarms.jsonl is not a regular file"));
        awaitGot("chat: raised oil");
        Files.delete(folder.resolve("alarms.jsonl"));
        await().untilAsserted(() -> {
            assertThat(conditions.report().journalTrouble()).isEmpty();
            assertThat(journal()).contains("\"event\":\"raised\"");
        });
    }
}
