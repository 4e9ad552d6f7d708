package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;

import io.taktstrom.ads.simulator.model.AdsModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Many requests in one (InfoSys "ADS Sum Command"; that failed items keep their room, as pyads and ads-client read it). */
class SumCommandsIT {

    private static final String MODEL = """
            symbols:
              MAIN.a: {type: DINT, value: 11}
              MAIN.b: {type: INT, value: 22}
              MAIN.text: {type: STRING(5), value: abc}
            """;

    @AutoClose
    private AdsSimulator plc;

    @AutoClose
    private RawClient client;

    private int a;
    private int b;
    private int text;

    @BeforeEach
    void start() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.parse(MODEL)).start();
        client = new RawClient(plc);
        a = client.handle("MAIN.a");
        b = client.handle("MAIN.b");
        text = client.handle("MAIN.text");
    }

    @Test
    void aFailedItemOfASumReadLeavesAHoleOfItsSize() throws IOException {
        byte[] items = RawClient.ints(0xF005, a, 4, 0xF005, 999, 8, 0xF005, b, 2);

        ByteBuffer answer = client.readWrite(0xF080, 3, 12 + 14, items).bytes();

        assertThat(answer.capacity()).isEqualTo(26);
        assertThat(answer.getInt(0)).isZero();
        assertThat(answer.getInt(4)).isEqualTo(0x710);
        assertThat(answer.getInt(8)).isZero();
        assertThat(answer.getInt(12)).isEqualTo(11);
        assertThat(answer.getLong(16)).isZero();
        assertThat(answer.getShort(24)).isEqualTo((short) 22);
    }

    @Test
    void theExtendedSumReadsTellHowMuchTheyDelivered() throws IOException {
        byte[] items = RawClient.ints(0xF005, text, 10, 0xF005, a, 4);

        ByteBuffer holes = client.readWrite(0xF083, 2, 100, items).bytes();
        ByteBuffer compact = client.readWrite(0xF084, 2, 100, items).bytes();

        assertThat(holes.capacity()).isEqualTo(16 + 10 + 4);
        assertThat(holes.getInt(4)).isEqualTo(6);
        assertThat(holes.getInt(26)).isEqualTo(11);
        assertThat(compact.capacity()).isEqualTo(16 + 6 + 4);
        assertThat(compact.getInt(4)).isEqualTo(6);
        assertThat(compact.getInt(22)).isEqualTo(11);
    }

    /** A request of its own is refused with 0x701. */
    @Test
    void anUnknownIndexGroupInASumReadConcernsItsItem() throws IOException {
        byte[] items = RawClient.ints(0x1234, 0, 4, 0xF005, a, 4);
        for (int group : new int[] {0xF080, 0xF083, 0xF084}) {
            ByteBuffer answer = client.readWrite(group, 2, 100, items).bytes();

            assertThat(answer.getInt(0)).as("group %x", group).isEqualTo(0x702);
            assertThat(answer.getInt(group == 0xF080 ? 4 : 8)).isZero();
            assertThat(answer.getInt(answer.capacity() - 4)).isEqualTo(11);
        }
        assertThat(client.read(0x1234, 0, 4).result()).isEqualTo(0x701);
    }

    @Test
    void aSumWriteWritesItemByItem() throws IOException {
        byte[] items = RawClient.concat(
                RawClient.ints(0xF005, a, 4, 0xF005, b, 3, 0xF005, b, 2), RawClient.ints(-5), new byte[3], new byte[] {
                    7, 0
                });

        ByteBuffer answer = client.readWrite(0xF081, 3, 12, items).bytes();

        assertThat(answer.getInt(0)).isZero();
        assertThat(answer.getInt(4)).isEqualTo(0x705);
        assertThat(answer.getInt(8)).isZero();
        assertThat(plc.get("MAIN.a")).isEqualTo(-5L);
        assertThat(plc.get("MAIN.b")).isEqualTo(7L);
    }

    @Test
    void aSumReadWriteResolvesManyNames() throws IOException {
        byte[] first = RawClient.zeroTerminated("MAIN.a");
        byte[] second = RawClient.zeroTerminated("MAIN.nothing");
        byte[] items = RawClient.concat(
                RawClient.ints(0xF003, 0, 4, first.length, 0xF003, 0, 4, second.length, 0xF003, 0, 4, first.length),
                first,
                second,
                first);

        ByteBuffer answer = client.readWrite(0xF082, 3, 100, items).bytes();

        assertThat(answer.capacity()).isEqualTo(24 + 8);
        assertThat(answer.getInt(4)).isEqualTo(4);
        assertThat(answer.getInt(8)).isEqualTo(0x710);
        assertThat(answer.getInt(12)).isZero();
        assertThat(client.read(0xF005, answer.getInt(28), 4).bytes().getInt(0)).isEqualTo(11);
    }

    @Test
    void notificationsAreAddedAndDeletedInBulk() throws IOException {
        byte[] items = RawClient.concat(
                RawClient.notificationRequest(0xF005, a, 4, 4, 0, 0),
                RawClient.notificationRequest(0xF005, 999, 4, 4, 0, 0));

        ByteBuffer added = client.readWrite(0xF085, 2, 16, items).bytes();
        assertThat(added.getInt(0)).isZero();
        assertThat(added.getInt(8)).isEqualTo(0x710);
        assertThat(client.samples(1).get(0).handle()).isEqualTo(added.getInt(4));

        ByteBuffer deleted = client.readWrite(0xF086, 2, 8, RawClient.ints(added.getInt(4), 12345))
                .bytes();
        assertThat(deleted.getInt(0)).isZero();
        assertThat(deleted.getInt(4)).isEqualTo(0x714);
        assertThat(plc.notifications()).isZero();
    }

    @Test
    void aSumCommandWhoseSizesDoNotFitIsRefusedAsAWhole() throws IOException {
        RawClient.assertResult(0x705, client.readWrite(0xF080, 2, 100, RawClient.ints(0xF005, a, 4)));
        RawClient.assertResult(0x705, client.readWrite(0xF080, 1, 7, RawClient.ints(0xF005, a, 4)));
        RawClient.assertResult(0x705, client.readWrite(0xF080, 1, 100, RawClient.ints(0xF005, a, -1)));
        assertThat(client.readWrite(0xF080, -1, 100, new byte[0]).result()).isEqualTo(0x70B);
        RawClient.assertResult(0x70B, client.readWrite(0xF080, 1 << 30, 100, new byte[12]));
        RawClient.assertResult(0x705, client.readWrite(0xF081, 1, 4, RawClient.ints(0xF005, a, 4)));
        RawClient.assertResult(0x705, client.readWrite(0xF081, 1, 4, RawClient.ints(0xF005, a, -4)));
        RawClient.assertResult(0x705, client.readWrite(0xF082, 1, 100, RawClient.ints(0xF003, 0, 4, 50)));
        assertThat(client.readWrite(0xF085, 1, 100, new byte[39]).result()).isEqualTo(0x705);
        assertThat(client.readWrite(0xF086, 2, 100, new byte[4]).result()).isEqualTo(0x705);
    }

    @Test
    void anEmptySumCommandGivesNothing() throws IOException {
        assertThat(client.readWrite(0xF080, 0, 0, new byte[0]).bytes().capacity())
                .isZero();
    }

    @Test
    void aSumCommandInASumCommandIsNoIndexGroup() throws IOException {
        byte[] inner = RawClient.ints(0xF005, a, 4);
        byte[] items = RawClient.concat(RawClient.ints(0xF080, 1, 8, inner.length), inner);

        ByteBuffer answer = client.readWrite(0xF082, 1, 100, items).bytes();

        assertThat(answer.getInt(0)).isEqualTo(0x701);
    }
}
