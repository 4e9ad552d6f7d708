package io.taktstrom.ads.simulator;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FaultsIT {

    @AutoClose
    private AdsSimulator plc;

    @AutoClose
    private RawClient client;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.dints(3)).start();
        client = new RawClient(plc);
    }

    @Test
    void aCommandCanBeRefusedAFewTimes() throws IOException {
        plc.faults().add(new DeviceFault.Refuse(FaultScope.ofCommand(2).after(1).times(2), 0x719));

        assertThat(client.read(0x4020, 0, 4).result()).isZero();
        assertThat(client.read(0x4020, 0, 4).result()).isEqualTo(0x719);
        assertThat(client.write(0x4020, 0, new byte[4]).result()).isZero();
        assertThat(client.read(0x4020, 0, 4).result()).isEqualTo(0x719);
        assertThat(client.read(0x4020, 0, 4).result()).isZero();
    }

    @Test
    void oneSymbolCanFailHoweverItIsAddressed() throws IOException {
        int good = client.handle("MAIN.v0");
        int bad = client.handle("MAIN.v1");
        plc.faults().add(new AdsFault.RefuseSymbol("MAIN.v1", 0x708));

        assertThat(client.read(0xF005, bad, 4).result()).isEqualTo(0x708);
        assertThat(client.write(0xF005, bad, new byte[4]).result()).isEqualTo(0x708);
        assertThat(client.addNotification(0xF005, bad, 4, 3, 0, 0).result()).isEqualTo(0x708);
        assertThat(client.byName(0xF004, 4, "MAIN.v1").result()).isEqualTo(0x708);
        ByteBuffer sum = client.readWrite(0xF080, 2, 16, RawClient.ints(0xF005, bad, 4, 0xF005, good, 4))
                .bytes();
        assertThat(sum.getInt(0)).isEqualTo(0x708);
        assertThat(sum.getInt(4)).isZero();

        plc.faults().clear();
        assertThat(client.readInt(0xF005, bad)).isEqualTo(1);
    }

    @Test
    void aFaultySymbolStaysFaultyOverAnOnlineChange() throws IOException {
        plc.faults().add(new AdsFault.RefuseSymbol("MAIN.v1", 0x708));

        plc.onlineChange();

        assertThat(client.read(0xF005, client.handle("MAIN.v1"), 4).result()).isEqualTo(0x708);
        assertThat(client.read(0xF005, client.handle("MAIN.v2"), 4).result()).isZero();
    }

    @Test
    void aPlcMayKnowNoSumCommandsOrNoUploads() throws IOException {
        plc.faults().add(AdsFault.noSumCommands());
        plc.faults().add(AdsFault.noUploads());

        RawClient.assertResult(0x701, client.readWrite(0xF080, 1, 8, RawClient.ints(0x4020, 0, 4)));
        assertThat(client.readWrite(0xF086, 1, 4, RawClient.ints(1)).result()).isEqualTo(0x701);
        assertThat(client.read(0xF00F, 0, 24).result()).isEqualTo(0x701);
        assertThat(client.read(0xF00B, 0, 24).result()).isEqualTo(0x701);
        assertThat(client.handle("MAIN.v0")).isNotZero();
        plc.faults().remove(AdsFault.noUploads());
        assertThat(client.read(0xF00F, 0, 24).result()).isZero();
    }

    @Test
    void anAnswerCanBeMissing() throws IOException {
        plc.faults().add(new DeviceFault.Ignore(FaultScope.ofCommand(3).times(1)));

        client.sendRaw(client.frame(3, RawClient.concat(RawClient.ints(0x4020, 0, 4), new byte[] {1, 2, 3, 4})));

        assertThat(client.readInt(0x4020, 0)).isEqualTo(0x04030201);
    }

    @Test
    void anAnswerCanComeLate() throws IOException {
        plc.faults().add(new DeviceFault.Delay(FaultScope.ofCommand(2).times(1), Duration.ofMillis(80)));

        long start = System.nanoTime();
        assertThat(client.read(0x4020, 0, 4).result()).isZero();

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(80_000_000);
    }

    @Test
    void anAnswerCanWaitForTheNextCycle() throws IOException {
        ManualClock clock = new ManualClock(0);
        try (AdsSimulator slow = AdsSimulator.builder()
                        .taskCycle(Duration.ofMillis(60))
                        .clock(clock)
                        .start();
                RawClient slowClient = new RawClient(slow)) {
            slow.faults().add(new AdsFault.AnswerAtNextCycle(FaultScope.all()));

            long start = System.nanoTime();
            assertThat(slowClient.read(0x4020, 0, 4).result()).isZero();

            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(60_000_000);
        }
    }

    @Test
    void requestsThatCameTogetherAreAnsweredInTheSameCycle() throws IOException {
        Duration cycle = Duration.ofSeconds(2);
        try (AdsSimulator slow = AdsSimulator.builder().taskCycle(cycle).start();
                RawClient slowClient = new RawClient(slow)) {
            slow.faults().add(new AdsFault.AnswerAtNextCycle(FaultScope.all()));
            byte[] one = slowClient.frame(2, RawClient.ints(0x4020, 0, 4));
            ByteBuffer all = ByteBuffer.allocate(10 * one.length);
            for (int i = 0; i < 10; i++) {
                all.put(one);
            }

            long start = System.nanoTime();
            slowClient.sendRaw(all.array());
            for (int i = 0; i < 10; i++) {
                assertThat(slowClient.answer().result()).isZero();
            }

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(cycle.multipliedBy(5));
        }
    }

    @Test
    void aConnectionCanEndInsteadOfAnAnswer() throws IOException {
        plc.faults().add(new DeviceFault.Hangup(FaultScope.all()));

        client.sendRaw(client.frame(2, RawClient.ints(0x4020, 0, 4)));

        assertThat(client.isClosed()).isTrue();
    }

    @Test
    void aConnectionCanEndInTheMiddleOfAnAnswer() throws IOException {
        plc.faults().add(new DeviceFault.HalfAnswer(FaultScope.all()));

        assertThatThrownBy(() -> client.read(0x4020, 0, 4)).isInstanceOf(EOFException.class);
    }

    @Test
    void garbageCanComeInsteadOfAnAnswer() throws IOException {
        plc.faults().add(new DeviceFault.Garbage(FaultScope.all().times(1), "deadbeef"));

        client.sendRaw(client.frame(2, RawClient.ints(0x4020, 0, 4)));

        assertThat(client.socket().getInputStream().readNBytes(4)).containsExactly(0xDE, 0xAD, 0xBE, 0xEF);
        assertThat(client.read(0x4020, 0, 4).result()).isZero();
    }

    @Test
    void garbageCanComeUnasked() throws IOException {
        assertThat(client.read(0x4020, 0, 4).result()).isZero();

        plc.sendToAll(new byte[] {1, 2, 3});

        assertThat(client.socket().getInputStream().readNBytes(3)).containsExactly(1, 2, 3);
    }

    @Test
    void connectionsCanBeDropped() throws IOException {
        assertThat(client.read(0x4020, 0, 4).result()).isZero();

        plc.dropConnections();

        assertThat(client.isClosed()).isTrue();
        try (RawClient again = new RawClient(plc)) {
            assertThat(again.read(0x4020, 0, 4).result()).isZero();
        }
    }
}
