package io.taktstrom.runtime.alarm;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.deployment.NotificationConfig.Receiver;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.runtime.health.DeliveryReport;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Its steps are called here; it is never begun. */
class ReceiverQueueTest {

    /** Keeps messages, or fails. */
    private static final class Taken implements AlarmReceiver {

        private final List<AlarmMessage> messages = new ArrayList<>();
        private String failure = "";
        private String refusal = "";
        private boolean summarizes = true;

        @Override
        public int maxNotices() {
            return 20;
        }

        @Override
        public boolean summarizes() {
            return summarizes;
        }

        @Override
        public String send(AlarmMessage message) throws IOException {
            if (!failure.isEmpty()) {
                throw new IOException(failure);
            }
            messages.add(message);
            return refusal;
        }

        @Override
        public void close() {}
    }

    private final ManualClock clock = new ManualClock(1_000_000_000_000L);
    private final Taken taken = new Taken();
    private final List<Map<String, Object>> journal = new ArrayList<>();
    private ReceiverQueue queue = queue(5, 3);

    private ReceiverQueue queue(int groupSeconds, int maxPerMinute) {
        Receiver config = new Receiver(
                new PartConfig("receiver", "chat", "webhook", Map.of()),
                Duration.ofSeconds(groupSeconds),
                maxPerMinute);
        return new ReceiverQueue(config, "plant.yaml", () -> taken, clock, journal::add, () -> {});
    }

    @AfterEach
    void isBalanced() {
        DeliveryReport.Receiver report = queue.report();
        long dropped =
                report.dropped().values().stream().mapToLong(Long::longValue).sum();
        assertThat(report.raised()).isEqualTo(report.delivered() + report.pending() + dropped);
    }

    private static AlarmNotice notice(String alarm, String severity) {
        return new AlarmNotice(AlarmNotice.Kind.RAISED, alarm, severity, Map.of(), "", 0);
    }

    private void raise(int count) {
        for (int i = 0; i < count; i++) {
            queue.add(notice("a" + i, "warning"));
        }
    }

    /** Does what is due within so many seconds. */
    private void pass(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(Duration.ofSeconds(1));
            while (queue.doWork() == 1) {
                // It is due again at once.
            }
        }
    }

    @Test
    void noticesThatComeTogetherAreOneMessage() {
        raise(2);
        pass(4);
        assertThat(taken.messages).isEmpty();
        raise(1);
        pass(1);
        assertThat(taken.messages)
                .singleElement()
                .satisfies(message -> assertThat(message.notices()).hasSize(3));
        assertThat(journal).singleElement().satisfies(line -> assertThat(line).containsEntry("event", "delivered"));
    }

    @Test
    void aStormIsOneMessageThatNamesTheMostImportantAndCountsTheOthers() {
        raise(9_999);
        queue.add(notice("oil-hot", "critical"));
        pass(60);
        assertThat(taken.messages).singleElement().satisfies(message -> {
            assertThat(message.notices().get(0).alarm()).isEqualTo("oil-hot");
            assertThat(message.notices()).hasSize(20);
            assertThat(message.more()).isEqualTo(9_980);
        });
        assertThat(queue.report().dropped()).containsEntry("summarized", 9_980L);
    }

    @Test
    void whatIsBeyondTheRateWaitsAndIsSentTogether() {
        for (int second = 0; second < 60; second++) {
            raise(1);
            pass(1);
        }
        assertThat(taken.messages).hasSize(3);
        pass(60);
        assertThat(taken.messages).hasSize(4);
        assertThat(queue.report().delivered() + queue.report().dropped().getOrDefault("summarized", 0L))
                .isEqualTo(60);
    }

    @Test
    void whatHasNoRoomIsCountedInJournalAndNextMessage() {
        taken.failure = "away";
        raise(ReceiverQueue.MAX_PENDING + 5);
        pass(10);
        queue.tellDropped();
        assertThat(journal)
                .anySatisfy(line ->
                        assertThat(line).containsEntry("event", "dropped").containsEntry("count", 5L));
        taken.failure = "";
        pass(600);
        assertThat(taken.messages.get(0).more()).isEqualTo(ReceiverQueue.MAX_PENDING + 5 - 20);
    }

    @Test
    void aFailureIsTriedAgainAndOneLine() {
        taken.failure = "no answer within 10000 ms";
        raise(1);
        pass(300);
        assertThat(queue.report().trouble()).isEqualTo("no answer within 10000 ms");
        assertThat(journal)
                .singleElement()
                .satisfies(line -> assertThat(line).containsEntry("event", "deliveryFailed"));
        taken.failure = "";
        pass(600);
        assertThat(queue.report().trouble()).isEmpty();
        assertThat(queue.report().delivered()).isEqualTo(1);
    }

    @Test
    void whatIsRefusedIsDroppedWithAMark() {
        taken.refusal = "HTTP 400 no such room";
        raise(2);
        pass(6);
        assertThat(queue.report().dropped()).containsEntry("refused", 2L);
        assertThat(journal).anySatisfy(line -> assertThat(line).containsEntry("text", "HTTP 400 no such room"));
    }

    @Test
    void aProgramGetsAllInSeveralMessages() {
        taken.summarizes = false;
        queue = queue(0, 100);
        raise(50);
        pass(1);
        assertThat(taken.messages)
                .hasSize(3)
                .allSatisfy(message -> assertThat(message.more()).isZero());
        assertThat(queue.report().delivered()).isEqualTo(50);
    }

    @Test
    void otherOptionsTakeOverWhatWaitsAndARemovalDropsItWithAMark() {
        raise(3);
        ReceiverQueue former = queue;
        queue = queue(1, 3);
        queue.replace(former);
        assertThat(former.pending()).isEmpty();
        pass(2);
        assertThat(queue.report().delivered()).isEqualTo(3);
        raise(2);
        queue.remove();
        assertThat(queue.report().dropped()).containsEntry("removed", 2L);
        assertThat(journal).anySatisfy(line -> assertThat(line).containsEntry("event", "dropped"));
    }
}
