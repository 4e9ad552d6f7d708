package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.RawClient.Sample;
import io.taktstrom.ads.simulator.model.AdsModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What happens to a PLC in operation: states, online changes, downloads, connections. */
class LifecycleIT {

    private static final int RESET = 2;
    private static final int RUN = 5;
    private static final int STOP = 6;
    private static final int CONFIG = 15;
    private static final int RECONFIG = 16;

    private static final String MODEL = """
            symbols:
              MAIN.a: {type: DINT, value: 1}
              MAIN.b: {type: DINT, value: 2}
              MAIN.kept: {type: DINT, value: 3, persistent: true}
              MAIN.counter: {type: UDINT, waveform: counter}
            """;

    @AutoClose
    private AdsSimulator plc;

    @AutoClose
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse(MODEL)).start();
        client = new RawClient(plc);
    }

    /** ADS state, device state, and no further data, as WriteControl takes them. */
    private static byte[] control(int adsState) {
        return RawClient.ints(adsState, 0);
    }

    private int state() throws IOException {
        return client.ask(4, new byte[0]).data().getShort(4);
    }

    private int offset(String name) throws IOException {
        return client.byName(0xF007, 12, name).bytes().getInt(4);
    }

    @Test
    void aStoppedProgramStandsStillAndRunsOnWhereItWas() throws IOException {
        assertThat(client.ask(5, control(STOP)).result()).isZero();
        assertThat(state()).isEqualTo(STOP);
        Object stopped = plc.get("MAIN.counter");
        await().during(Duration.ofMillis(20))
                .until(() -> plc.get("MAIN.counter").equals(stopped));

        assertThat(client.ask(5, control(RUN)).result()).isZero();

        assertThat(state()).isEqualTo(RUN);
        await().until(() -> (long) plc.get("MAIN.counter") > (long) stopped);
    }

    @Test
    void aResetRestoresFirstValuesButThePersistentOnes() throws IOException {
        plc.set("MAIN.a", 100);
        plc.set("MAIN.kept", 300);

        assertThat(client.ask(5, control(RESET)).result()).isZero();

        assertThat(state()).isEqualTo(STOP);
        assertThat(plc.get("MAIN.a")).isEqualTo(1L);
        assertThat(plc.get("MAIN.kept")).isEqualTo(300L);
        assertThat(plc.get("MAIN.counter")).isEqualTo(0L);
    }

    @Test
    void thePlcCannotBeBroughtIntoOtherStates() throws IOException {
        assertThat(client.ask(5, control(CONFIG)).result()).isEqualTo(0x701);
        assertThat(client.ask(5, control(77)).result()).isEqualTo(0x701);
        assertThat(client.ask(5, control(0)).result()).isEqualTo(0x701);
        assertThat(client.ask(5, new byte[7]).result()).isEqualTo(0x705);
        assertThat(state()).isEqualTo(RUN);
    }

    @Test
    void inConfigModeThePlcIsGoneUntilTheSystemRestarts() throws IOException {
        int handle = client.handle("MAIN.a");
        client.addNotification(0xF005, handle, 4, 3, 0, 0);

        assertThat(client.port(10_000).ask(5, control(RECONFIG)).result()).isZero();
        assertThat(state()).isEqualTo(CONFIG);
        assertThat(client.port(851).read(0x4040, 0, 4).amsError()).isEqualTo(0x6);
        assertThat(plc.notifications()).isZero();
        assertThat(plc.adsState()).isEqualTo(CONFIG);

        assertThat(client.port(10_000).ask(5, control(RESET)).result()).isZero();
        assertThat(state()).isEqualTo(RUN);
        assertThat(client.port(851).read(0xF005, handle, 4).result()).isEqualTo(0x710);
        assertThat(client.read(0xF005, client.handle("MAIN.a"), 4).bytes().getInt(0))
                .isEqualTo(1);
    }

    @Test
    void theSystemServiceTellsItsWatchersOfConfigMode() throws IOException {
        client.port(10_000);
        assertThat(client.addNotification(0xF100, 0, 2, 4, 0, 0).result()).isZero();
        assertThat(client.samples(1).get(0).bytes().getShort(0)).isEqualTo((short) RUN);

        plc.enterConfig();

        assertThat(client.samples(1).get(0).bytes().getShort(0)).isEqualTo((short) CONFIG);
    }

    @Test
    void anOnlineChangeMovesAddressesKeepsValuesAndKillsHandles() throws IOException {
        int version = client.read(0xF008, 0, 1).bytes().get(0);
        int handle = client.handle("MAIN.a");
        int before = offset("MAIN.a");
        plc.set("MAIN.a", 55);

        plc.onlineChange();

        assertThat(client.read(0xF008, 0, 1).bytes().get(0)).isEqualTo((byte) (version + 1));
        assertThat(plc.get("TwinCAT_SystemInfoVarList._AppInfo.OnlineChangeCnt"))
                .isEqualTo(1L);
        assertThat(client.read(0xF005, handle, 4).result()).isEqualTo(0x711);
        assertThat(client.write(0xF005, handle, new byte[4]).result()).isEqualTo(0x711);
        assertThat(offset("MAIN.a")).isNotEqualTo(before);
        assertThat(plc.get("MAIN.a")).isEqualTo(55L);
        assertThat(client.read(0x4040, offset("MAIN.a"), 4).bytes().getInt(0)).isEqualTo(55);
    }

    @Test
    void aStaleOffsetHitsAnotherVariableAfterAnOnlineChange() throws IOException {
        List<Integer> before = List.of(offset("MAIN.a"), offset("MAIN.b"), offset("MAIN.kept"));
        List<Integer> after = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            plc.onlineChange();
            after.add(offset("MAIN.a"));
            after.add(offset("MAIN.b"));
        }

        assertThat(after).doesNotContain(before.get(0)).doesNotHaveDuplicates();
    }

    @Test
    void notificationsByHandleEndWithAnEmptySampleThoseByOffsetGoOn() throws IOException {
        int byHandle = client.addNotification(0xF005, client.handle("MAIN.a"), 4, 3, 0, 0)
                .data()
                .getInt(4);
        int byOffset = client.addNotification(0x4040, offset("MAIN.a"), 4, 3, 0, 0)
                .data()
                .getInt(4);
        client.samples(4);

        plc.onlineChange();

        Sample last = sampleOf(byHandle, true);
        assertThat(last.bytes().capacity()).isZero();
        for (int i = 0; i < 10; i++) {
            assertThat(client.samples(1)).allMatch(sample -> sample.handle() == byOffset);
        }
        assertThat(client.ask(7, RawClient.ints(byHandle)).result()).isZero();
    }

    private Sample sampleOf(int handle, boolean empty) throws IOException {
        while (true) {
            for (Sample sample : client.samples(1)) {
                if (sample.handle() == handle && empty == (sample.bytes().capacity() == 0)) {
                    return sample;
                }
            }
        }
    }

    @Test
    void aDownloadKillsHandlesAndNotifications() throws IOException {
        int handle = client.handle("MAIN.a");
        int notification =
                client.addNotification(0xF005, handle, 4, 3, 0, 0).data().getInt(4);
        plc.set("MAIN.a", 9);

        plc.download();

        assertThat(client.read(0xF005, handle, 4).result()).isEqualTo(0x710);
        assertThat(client.ask(7, RawClient.ints(notification)).result()).isEqualTo(0x714);
        assertThat(plc.get("MAIN.a")).isEqualTo(1L);
        assertThat(state()).isEqualTo(RUN);
    }

    @Test
    void aSecondConnectionOfAHostClosesTheFirstIfSoWished() throws IOException {
        plc.setOneConnectionPerHost(true);
        try (RawClient second = new RawClient(plc)) {
            assertThat(second.read(0x4020, 0, 4).result()).isZero();
            assertThat(client.isClosed()).isTrue();
            assertThat(plc.openConnections()).isEqualTo(1);
        }
    }

    @Test
    void notificationsGoOnWhenTheirAmsAddressComesBackOnAnotherConnection() throws IOException {
        int notification = client.addNotification(0xF005, client.handle("MAIN.a"), 4, 3, 0, 0)
                .data()
                .getInt(4);
        client.samples(2);
        client.close();
        await().until(() -> plc.openConnections() == 0);
        assertThat(plc.notifications()).isEqualTo(1);

        try (RawClient again = new RawClient(plc)) {
            assertThat(again.read(0x4020, 0, 4).result()).isZero();
            assertThat(again.samples(2)).allMatch(sample -> sample.handle() == notification);
            assertThat(again.ask(7, RawClient.ints(notification)).result()).isZero();
        }
        assertThat(plc.notifications()).isZero();
    }

    @Test
    void notificationsEndWhenTheirAmsAddressStaysAway() throws IOException {
        try (AdsSimulator impatient = AdsSimulator.builder()
                .model(AdsModel.parse(MODEL))
                .notificationsOutlive(Duration.ofMillis(20))
                .start()) {
            try (RawClient other = new RawClient(impatient)) {
                other.addNotification(0x4020, 0, 4, 3, 0, 0);
                other.samples(2);
            }
            await().untilAsserted(() -> assertThat(impatient.notifications()).isZero());
        }
    }

    @Test
    void notificationsOfAPortThatTheRouterGaveEndWithTheirConnection() throws IOException {
        client.sendRaw(new byte[] {0, 0x10, 2, 0, 0, 0, 0, 0});
        assertThat(client.socket().getInputStream().readNBytes(14)).hasSize(14);
        client.addNotification(0x4020, 0, 4, 3, 0, 0);
        client.samples(2);

        client.close();

        await().until(() -> plc.openConnections() == 0);
        assertThat(plc.notifications()).isZero();
    }

    @Test
    void manySimulatorsLiveInOneProcessAndLeaveNoThreads() throws IOException {
        List<AdsSimulator> many = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            AdsSimulator one = AdsSimulator.builder()
                    .model(AdsModel.dints(5))
                    .netId(AmsNetId.parse("9.9.9.9.1." + i))
                    .start();
            one.set("MAIN.v0", i);
            many.add(one);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(many.get(i).get("MAIN.v0", Long.class)).isEqualTo(i);
            assertThat(many.get(i).endpointUri())
                    .isEqualTo("ads://127.0.0.1:" + many.get(i).port() + "/9.9.9.9.1." + i + ":851");
        }
        many.forEach(AdsSimulator::close);
        many.forEach(AdsSimulator::close);

        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().contains("9.9.9.9.1."));
    }

    @Test
    void aTakenPortIsReported() {
        assertThatThrownBy(() -> AdsSimulator.builder().bindPort(plc.port()).start())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot listen on")
                .hasMessageContaining("port 0");
    }

    @Test
    void unknownVariablesAreReported() {
        assertThatThrownBy(() -> plc.get("MAIN.none"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no variable MAIN.none");
    }
}
