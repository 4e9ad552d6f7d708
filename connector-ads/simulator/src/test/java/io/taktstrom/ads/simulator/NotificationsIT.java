package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.protocol.FileTime;
import io.taktstrom.ads.simulator.RawClient.Notification;
import io.taktstrom.ads.simulator.RawClient.Sample;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** When notifications come, with a clock turned by hand: task cycle 10 ms. */
class NotificationsIT {

    private static final long START = 1_760_000_000_000_000_000L;
    private static final int CYCLIC = 3;
    private static final int ON_CHANGE = 4;
    private static final int MILLIS = 10_000;

    private static final String MODEL = """
            taskCycle: 10ms
            symbols:
              MAIN.counter: {type: DINT, waveform: counter}
              MAIN.value: {type: DINT, value: 5}
              MAIN.long: {type: "ARRAY[0..19999] OF DINT"}
            """;

    private final ManualClock clock = new ManualClock(START);

    @AutoClose
    private AdsSimulator plc;

    @AutoClose
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse(MODEL)).clock(clock).start();
        client = new RawClient(plc);
    }

    private int add(String name, int length, int mode, int maxDelayMillis, int cycleMillis) throws IOException {
        RawClient.Answer answer = client.addNotification(
                0xF005, client.handle(name), length, mode, maxDelayMillis * MILLIS, cycleMillis * MILLIS);
        assertThat(answer.result()).isZero();
        return answer.data().getInt(4);
    }

    private void cycles(int count) {
        clock.advance(Duration.ofMillis(10L * count));
    }

    @Test
    void aValueThatNobodyWatchesFollowsTheClockToo() throws IOException {
        long before = plc.get("MAIN.counter", Long.class);
        int handle = client.handle("MAIN.counter");

        cycles(5);

        assertThat(plc.get("MAIN.counter")).isEqualTo(before + 5);
        assertThat(client.readInt(0xF005, handle)).isEqualTo((int) before + 5);
        assertThat(plc.cycle()).isEqualTo(before + 5);
    }

    @Test
    void aCounterArrivesOncePerCycleWithTheCyclesTime() throws IOException {
        int handle = add("MAIN.counter", 4, CYCLIC, 0, 10);

        cycles(5);
        List<Sample> samples = client.samples(5);

        long first = samples.get(0).bytes().getInt(0);
        for (int i = 0; i < 5; i++) {
            Sample sample = samples.get(i);
            assertThat(sample.handle()).isEqualTo(handle);
            assertThat(sample.bytes().getInt(0)).isEqualTo((int) first + i);
            assertThat(sample.fileTime()).isEqualTo(FileTime.fromEpochNanos(START + (first + i) * 10_000_000));
        }
    }

    @Test
    void aCycleTimeIsRoundedUpToTaskCycles() throws IOException {
        add("MAIN.counter", 4, CYCLIC, 0, 15);
        cycles(9);

        List<Sample> samples = client.samples(5);

        for (int i = 1; i < 5; i++) {
            assertThat(samples.get(i).bytes().getInt(0)
                            - samples.get(i - 1).bytes().getInt(0))
                    .isEqualTo(2);
        }
    }

    @Test
    void aCycleTimeOfZeroMeansEveryTaskCycle() throws IOException {
        add("MAIN.counter", 4, CYCLIC, 0, 0);
        cycles(3);

        List<Sample> samples = client.samples(3);

        assertThat(samples.get(2).bytes().getInt(0) - samples.get(0).bytes().getInt(0))
                .isEqualTo(2);
    }

    @Test
    void theFirstValueOfOnChangeWaitsForOthersUntilTheMaximumDelayIsOver() throws IOException {
        int value = add("MAIN.value", 4, ON_CHANGE, 30, 10);
        add("MAIN.counter", 4, CYCLIC, 30, 10);
        cycles(4);

        Notification gathered = client.notification();

        assertThat(gathered.stamps()).isEqualTo(4);
        assertThat(gathered.samples()).hasSize(5);
        assertThat(gathered.samples())
                .filteredOn(sample -> sample.handle() == value)
                .hasSize(1);
    }

    @Test
    void onChangeSendsTheFirstValueAndThenChangesOnly() throws IOException {
        add("MAIN.value", 4, ON_CHANGE, 0, 10);
        int witness = add("MAIN.counter", 4, CYCLIC, 0, 10);
        cycles(1);
        assertThat(client.samples(2))
                .extracting(sample -> sample.bytes().getInt(0))
                .contains(5);

        cycles(3);
        assertThat(client.samples(3)).allMatch(sample -> sample.handle() == witness);

        plc.set("MAIN.value", 6);
        cycles(1);
        Notification changed = client.notification();
        assertThat(changed.samples()).hasSize(2);
        assertThat(changed.samples())
                .extracting(sample -> sample.bytes().getInt(0))
                .contains(6);
        assertThat(changed.stamps()).isEqualTo(1);
    }

    @Test
    void aThousandNotificationsOnEachOfEightPortsAreNothingSpecial() throws IOException {
        for (int i = 0; i < 8 * 1024; i++) {
            RawClient.assertResult(0, client.addNotification(0x4020, 4, 1, CYCLIC, 0, 100 * MILLIS));
        }
        assertThat(plc.notifications()).isEqualTo(8 * 1024);
    }

    @Test
    void samplesWaitForOthersUntilTheMaximumDelayIsOver() throws IOException {
        add("MAIN.counter", 4, CYCLIC, 30, 10);
        // The first waits, too.
        cycles(4);
        Notification gathered = client.notification();

        assertThat(gathered.stamps()).isEqualTo(4);
        assertThat(gathered.samples()).hasSize(4);
        assertThat(gathered.samples()).extracting(Sample::stamp).containsExactly(0, 1, 2, 3);
    }

    @Test
    void samplesOfOneCycleShareAStamp() throws IOException {
        int first = add("MAIN.counter", 4, CYCLIC, 0, 10);
        int second = add("MAIN.value", 4, CYCLIC, 0, 10);
        cycles(1);

        Notification both = client.notification();

        assertThat(both.stamps()).isEqualTo(1);
        assertThat(both.samples()).extracting(Sample::handle).containsExactly(first, second);
    }

    @Test
    void aFrameThatWouldGrowTooLongIsSentBefore() throws IOException {
        add("MAIN.long", 40_000, CYCLIC, 1000, 10);

        cycles(2);

        assertThat(client.notification().samples()).hasSize(1);
    }

    @Test
    void inATasksContextTheCycleTimeIsTheTasksNumber() throws IOException {
        add("MAIN.counter", 4, 5, 0, 500);
        add("MAIN.value", 4, 6, 0, 500);
        cycles(3);

        List<Sample> samples = client.samples(4);

        assertThat(samples).hasSize(4);
        assertThat(samples.get(3).bytes().getInt(0) - samples.get(0).bytes().getInt(0))
                .isEqualTo(2);
    }

    @Test
    void otherTransmissionModesAreRefused() throws IOException {
        int handle = client.handle("MAIN.value");
        for (int mode : new int[] {0, 1, 2, 7, -1}) {
            RawClient.assertResult(0x713, client.addNotification(0xF005, handle, 4, mode, 0, 0));
        }
    }

    @Test
    void aNotificationOnNothingIsRefused() throws IOException {
        int handle = client.handle("MAIN.value");

        RawClient.assertResult(0x710, client.addNotification(0xF005, handle + 1, 4, CYCLIC, 0, 0));
        RawClient.assertResult(0x705, client.addNotification(0xF005, handle, 5, CYCLIC, 0, 0));
        RawClient.assertResult(0x705, client.addNotification(0xF005, handle, 0, CYCLIC, 0, 0));
        RawClient.assertResult(0x705, client.addNotification(0xF005, handle, -1, CYCLIC, 0, 0));
        assertThat(client.addNotification(0x4040, -1, 4, CYCLIC, 0, 0).result()).isEqualTo(0x703);
        RawClient.assertResult(0x703, client.addNotification(0x4040, 0, Integer.MAX_VALUE, CYCLIC, 0, 0));
        assertThat(client.addNotification(0x1234, 0, 4, CYCLIC, 0, 0).result()).isEqualTo(0x701);
        assertThat(client.ask(6, new byte[23]).result()).isEqualTo(0x705);
    }

    @Test
    void aDeletedNotificationIsSilent() throws IOException {
        int first = add("MAIN.value", 4, CYCLIC, 0, 10);
        int second = add("MAIN.counter", 4, CYCLIC, 0, 10);
        assertThat(client.ask(7, RawClient.ints(first)).result()).isZero();
        assertThat(client.ask(7, RawClient.ints(first)).result()).isEqualTo(0x714);
        cycles(3);

        assertThat(client.samples(3)).allMatch(sample -> sample.handle() == second);
    }

    @Test
    void aClientCannotDeleteTheNotificationOfAnother() throws IOException {
        int handle = add("MAIN.value", 4, CYCLIC, 0, 10);
        try (RawClient other = new RawClient(plc)) {
            assertThat(other.ask(7, RawClient.ints(handle)).result()).isEqualTo(0x714);
        }
    }

    @Test
    void aConnectionHasALimitedNumberOfNotifications() throws IOException {
        plc.setNotificationLimit(2);
        int first = add("MAIN.value", 4, CYCLIC, 0, 10);
        add("MAIN.counter", 4, CYCLIC, 0, 10);

        RawClient.assertResult(0x716, client.addNotification(0xF005, client.handle("MAIN.value"), 4, CYCLIC, 0, 0));
        assertThat(client.ask(7, RawClient.ints(first)).result()).isZero();
        add("MAIN.value", 4, CYCLIC, 0, 10);
    }

    @Test
    void symbolVersionAndStateCanBeWatched() throws IOException {
        RawClient.assertResult(0, client.addNotification(0xF008, 0, 1, ON_CHANGE, 0, 0));
        int version = client.read(0xF008, 0, 1).bytes().get(0);
        int state = client.addNotification(0xF100, 0, 2, ON_CHANGE, 0, 0).data().getInt(4);
        cycles(1);
        client.samples(2);

        plc.onlineChange();
        plc.stop();
        cycles(1);

        List<Sample> samples = client.samples(2);
        assertThat(samples.get(0).bytes().get(0)).isEqualTo((byte) (version + 1));
        assertThat(samples.get(1).handle()).isEqualTo(state);
        assertThat(samples.get(1).bytes().getShort(0)).isEqualTo((short) 6);
    }

    @Test
    void inStopCyclicNotificationsGoOnWithValuesThatStandStill() throws IOException {
        add("MAIN.counter", 4, CYCLIC, 0, 10);
        cycles(2);
        int last = client.samples(2).get(1).bytes().getInt(0);

        plc.stop();
        cycles(2);
        assertThat(client.samples(2)).allMatch(sample -> sample.bytes().getInt(0) == last);

        plc.run();
        cycles(1);
        assertThat(client.samples(1).get(0).bytes().getInt(0)).isEqualTo(last + 1);
    }

    @Test
    void theTimeStampsFollowAWallClockThatIsSet() throws IOException {
        add("MAIN.counter", 4, CYCLIC, 0, 10);
        cycles(1);
        Sample before = client.samples(1).get(0);

        clock.stepEpoch(Duration.ofHours(1));
        Sample after = before;
        for (int i = 0; i < 20; i++) {
            cycles(10);
            after = client.samples(10).get(9);
        }

        int cycles = after.bytes().getInt(0) - before.bytes().getInt(0);
        assertThat(cycles).isEqualTo(200);
        assertThat(after.fileTime() - before.fileTime()).isEqualTo(3600L * 10_000_000 + cycles * 100_000L);
    }
}
