package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.ads.simulator.RawClient.Answer;
import io.taktstrom.ads.simulator.model.AdsModel;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Single requests, byte by byte. Index groups and error codes: InfoSys "ADS Return Codes", TwinCAT Ads.h. */
class RequestsIT {

    private static final String MODEL = """
            types:
              ST_Pair:
                pack: 1
                struct: {first: BOOL, a: BIT, b: BIT, second: DINT}
            symbols:
              MAIN.number: {type: DINT, value: 42, comment: "a number"}
              MAIN.text: {type: STRING(10), value: hello}
              MAIN.pair: {type: ST_Pair, value: {second: -7, b: true}}
              MAIN.list: {type: "ARRAY[1..2, 0..1] OF INT", value: [[1, 2], [3, 4]]}
              MAIN.fixed: {type: UINT, value: 9, writable: false}
              MAIN.flag: {type: WORD, at: "%MB4", value: 258}
              MAIN.input: {type: DINT, at: "%I*", value: 77}
              MAIN.output: {type: DINT, at: "%Q*", value: 78}
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

    /** Group, offset and size of a variable, by index group 0xF007. */
    private int[] place(String name) throws IOException {
        ByteBuffer info = client.byName(0xF007, 12, name).bytes();
        return new int[] {info.getInt(0), info.getInt(4), info.getInt(8)};
    }

    @Test
    void theDeviceSaysItsNameAndVersion() throws IOException {
        ByteBuffer info = client.ask(1, new byte[0]).data();

        assertThat(info.capacity()).isEqualTo(24);
        assertThat(info.getInt(0)).isZero();
        assertThat(info.get(4)).isEqualTo((byte) 3);
        assertThat(info.get(5)).isEqualTo((byte) 1);
        assertThat(info.getShort(6)).isEqualTo((short) 4024);
        assertThat(StandardCharsets.US_ASCII.decode(info.slice(8, 16)).toString())
                .isEqualTo("Plc30 App\0\0\0\0\0\0\0");
    }

    @Test
    void aRunningPlcAndItsSystemServiceReportTheirStates() throws IOException {
        ByteBuffer state = client.ask(4, new byte[0]).data();
        ByteBuffer system = client.port(10_000).ask(4, new byte[0]).data();

        assertThat(state.getInt(4)).isEqualTo(5);
        assertThat(system.getInt(4)).isEqualTo(5 | 1 << 16);
        assertThat(client.readInt(0xF100, 0)).isEqualTo(5 | 1 << 16);
    }

    @Test
    void aRequestToAnotherNetIdOrPortComesBackWithTheRoutersError() throws IOException {
        byte[] foreign = client.frame(2, RawClient.ints(0x4020, 0, 4));
        foreign[6] = 99;
        client.sendRaw(foreign);
        Answer machine = client.answer();
        Answer port = client.port(801).read(0x4020, 0, 4);

        assertThat(machine.amsError()).isEqualTo(0x7);
        assertThat(machine.data().capacity()).isZero();
        assertThat(port.amsError()).isEqualTo(0x6);
        assertThat(port.data().capacity()).isZero();
    }

    @Test
    void aVariableIsReadAndWrittenByOffset() throws IOException {
        int[] number = place("MAIN.number");

        assertThat(number[0]).isEqualTo(0x4040);
        assertThat(number[2]).isEqualTo(4);
        assertThat(client.readInt(0x4040, number[1])).isEqualTo(42);
        assertThat(client.write(0x4040, number[1], RawClient.ints(43)).result()).isZero();
        assertThat(plc.get("MAIN.number")).isEqualTo(43L);
    }

    @Test
    void aVariableIsReadAndWrittenByHandleUntilTheHandleIsReleased() throws IOException {
        int handle = client.handle("main.NUMBER");

        assertThat(client.readInt(0xF005, handle)).isEqualTo(42);
        assertThat(client.write(0xF005, handle, RawClient.ints(-1)).result()).isZero();
        assertThat(plc.get("MAIN.number")).isEqualTo(-1L);
        assertThat(client.write(0xF006, 0, RawClient.ints(handle)).result()).isZero();
        assertThat(client.read(0xF005, handle, 4).result()).isEqualTo(0x710);
        assertThat(client.write(0xF006, 0, RawClient.ints(handle)).result()).isEqualTo(0x711);
    }

    @Test
    void aHandleThatWasNeverIssuedIsNotReleased() throws IOException {
        assertThat(client.write(0xF006, 0, RawClient.ints(0x77)).result()).isEqualTo(0x711);
        assertThat(client.read(0xF005, 0x77, 4).result()).isEqualTo(0x710);
    }

    /** AdsLibTest of Beckhoff/ADS asks for group 0, and for the size of the flags at offset 0x10000. */
    @Test
    void aGroupThatThePlcDoesNotHaveIsNoService() throws IOException {
        byte[] value = new byte[4];

        assertThat(client.read(0, 0, 4).result()).isEqualTo(0x701);
        assertThat(client.write(0, 0, value).result()).isEqualTo(0x701);
        assertThat(client.readWrite(0, 0, 4, value).result()).isEqualTo(0x701);
        assertThat(client.addNotification(0, 0, 1, 3, 0, 0).result()).isEqualTo(0x701);
        assertThat(client.read(0x4025, 0x10000, 4).result()).isEqualTo(0x701);
        assertThat(client.write(0x4025, 0x10000, value).result()).isEqualTo(0x701);
        assertThat(client.readWrite(0x4025, 0x10000, 4, value).result()).isEqualTo(0x701);
        assertThat(client.addNotification(0x4025, 0x10000, 1, 3, 0, 0).result()).isEqualTo(0x701);
        assertThat(client.readInt(0x4025, 0)).isEqualTo(65_536);
    }

    @Test
    void memoryBehindTheLastVariableIsReadable() throws IOException {
        int last = 0;
        for (String name : new String[] {"MAIN.number", "MAIN.text", "MAIN.pair", "MAIN.list", "MAIN.fixed"}) {
            last = Math.max(last, place(name)[1]);
        }
        last = Math.max(last, place("TwinCAT_SystemInfoVarList._TaskInfo")[1]);

        assertThat(client.read(0x4040, last, 1024).bytes().capacity()).isEqualTo(1024);
        assertThat(client.read(0x4040, 1 << 20, 1).result()).isEqualTo(0x703);
    }

    /** Group 240 as ads-client of Node.js reads it. */
    @Test
    void theSystemServiceCountsItsRestarts() throws IOException {
        client.port(10_000);
        ByteBuffer before = client.read(240, 0, 16).bytes();
        plc.download();
        plc.enterConfig();
        ByteBuffer after = client.read(240, 0, 16).bytes();

        assertThat(before.capacity()).isEqualTo(16);
        assertThat(before.getInt(0)).isEqualTo(5 | 1 << 16);
        assertThat(before.getInt(6)).isEqualTo(3 | 1 << 8 | 4024 << 16);
        assertThat(after.getShort(0)).isEqualTo((short) 15);
        assertThat(after.getShort(4)).isEqualTo((short) (before.getShort(4) + 2));
        assertThat(client.read(240, 0, 15).result()).isEqualTo(0x705);
    }

    @Test
    void aHandleComesWithSizeAndTypeIfThereIsRoom() throws IOException {
        byte[] name = RawClient.zeroTerminated("MAIN.list");

        ByteBuffer roomy = client.readWrite(0xF003, 0, -1, name).bytes();

        assertThat(roomy.getInt(4)).isEqualTo(8);
        assertThat(roomy.getShort(12)).isEqualTo((short) 24);
        assertThat(StandardCharsets.US_ASCII.decode(roomy.slice(14, 25)).toString())
                .isEqualTo("ARRAY [1..2,0..1] OF INT\0");
        assertThat(client.readWrite(0xF003, 0, 38, name).bytes().capacity()).isEqualTo(4);
    }

    @Test
    void aVariableIsReadByNameWithAndWithoutTerminator() throws IOException {
        byte[] bare = "MAIN.number".getBytes(StandardCharsets.US_ASCII);

        assertThat(client.readWrite(0xF004, 0, 4, bare).bytes().getInt(0)).isEqualTo(42);
        assertThat(client.byName(0xF004, 4, "MAIN.number").bytes().getInt(0)).isEqualTo(42);
        assertThat(client.byName(0xF003, 4, "MAIN.none").result()).isEqualTo(0x710);
    }

    @Test
    void partsOfStructuresAndArraysHaveHandlesToo() throws IOException {
        int second = client.handle("MAIN.pair.second");
        int element = client.handle("MAIN.list[2,0]");
        int bit = client.handle("MAIN.pair.b");

        assertThat(client.readInt(0xF005, second)).isEqualTo(-7);
        assertThat(client.read(0xF005, element, 2).bytes().getShort(0)).isEqualTo((short) 3);
        assertThat(client.read(0xF005, bit, 1).bytes().get(0)).isEqualTo((byte) 1);
        assertThat(client.write(0xF005, bit, new byte[] {0}).result()).isZero();
        assertThat(plc.get("MAIN.pair.b")).isEqualTo(false);
        assertThat(plc.get("MAIN.pair.second")).isEqualTo(-7L);
        assertThat(client.byName(0xF003, 4, "MAIN.list[3,0]").result()).isEqualTo(0x710);
    }

    @Test
    void aBitOfAStructureIsAddressedInBits() throws IOException {
        int[] pair = place("MAIN.pair");
        int[] bit = place("MAIN.pair.b");

        assertThat(bit).containsExactly(0x4041, 8 * (pair[1] + 1) + 1, 1);
        assertThat(client.read(0x4041, bit[1], 1).bytes().get(0)).isEqualTo((byte) 1);
        assertThat(client.write(0x4041, bit[1] - 1, new byte[] {1}).result()).isZero();
        assertThat(plc.get("MAIN.pair.a")).isEqualTo(true);
        assertThat(client.read(0x4041, bit[1], 2).result()).isEqualTo(0x705);
    }

    @Test
    void aLongerReadByHandleGivesWhatThereIs() throws IOException {
        int handle = client.handle("MAIN.text");

        ByteBuffer text = client.read(0xF005, handle, 1024).bytes();

        assertThat(text.capacity()).isEqualTo(11);
        assertThat(client.read(0xF005, handle, -1).bytes().capacity()).isEqualTo(11);
    }

    @Test
    void aLongerWriteByHandleIsRefused() throws IOException {
        int handle = client.handle("MAIN.number");

        assertThat(client.write(0xF005, handle, new byte[5]).result()).isEqualTo(0x705);
        assertThat(client.write(0xF005, handle, new byte[0]).result()).isEqualTo(0x705);
    }

    @Test
    void aVariableThatIsNotWritableCannotBeWritten() throws IOException {
        int[] fixed = place("MAIN.fixed");

        RawClient.assertResult(0x704, client.write(0xF005, client.handle("MAIN.fixed"), new byte[2]));
        assertThat(client.write(fixed[0], fixed[1], new byte[2]).result()).isEqualTo(0x704);
        plc.set("MAIN.fixed", 10);
        assertThat(client.read(fixed[0], fixed[1], 2).bytes().getShort(0)).isEqualTo((short) 10);
    }

    @Test
    void flagsInputsAndOutputsAreAddressedInBytesAndBits() throws IOException {
        assertThat(place("MAIN.flag")).containsExactly(0x4020, 4, 2);
        assertThat(client.read(0x4020, 4, 2).bytes().getShort(0)).isEqualTo((short) 258);
        assertThat(client.read(0x4021, 8 * 5, 1).bytes().get(0)).isEqualTo((byte) 1);
        assertThat(place("MAIN.input")[0]).isEqualTo(0xF020);
        assertThat(client.read(0xF020, place("MAIN.input")[1], 4).bytes().getInt(0))
                .isEqualTo(77);
        assertThat(client.read(0xF021, 8 * place("MAIN.input")[1], 1).bytes().get(0))
                .isEqualTo((byte) 1);
        assertThat(place("MAIN.output")[0]).isEqualTo(0xF030);
        assertThat(client.read(0xF030, place("MAIN.output")[1], 4).bytes().getInt(0))
                .isEqualTo(78);
        assertThat(client.readInt(0xF025, 0)).isEqualTo(65_536);
    }

    @Test
    void wrongGroupsOffsetsAndSizesAreRefused() throws IOException {
        assertThat(client.read(0x1234, 0, 4).result()).isEqualTo(0x701);
        assertThat(client.read(0x4020, 65_534, 4).result()).isEqualTo(0x703);
        assertThat(client.read(0x4020, -1, 4).result()).isEqualTo(0x703);
        RawClient.assertResult(0x703, client.read(0x4020, Integer.MAX_VALUE, Integer.MAX_VALUE));
        assertThat(client.write(0x1234, 0, new byte[4]).result()).isEqualTo(0x701);
        assertThat(client.write(0xF006, 0, new byte[3]).result()).isEqualTo(0x705);
        assertThat(client.ask(2, new byte[11]).result()).isEqualTo(0x705);
        assertThat(client.ask(9, new byte[3]).result()).isEqualTo(0x705);
        assertThat(client.ask(77, new byte[0]).result()).isEqualTo(0x701);
        assertThat(client.byName(0xF003, 3, "MAIN.number").result()).isEqualTo(0x705);
    }

    @Test
    void theUploadsAgreeWithTheirSizes() throws IOException {
        ByteBuffer sizes = client.read(0xF00F, 0, 64).bytes();
        int symbolBytes = sizes.getInt(4);
        int typeBytes = sizes.getInt(12);

        assertThat(sizes.capacity()).isEqualTo(64);
        assertThat(client.read(0xF00F, 0, 24).bytes()).isEqualTo(sizes.slice(0, 24));
        assertThat(client.read(0xF00C, 0, 8).bytes()).isEqualTo(sizes.slice(0, 8));
        assertThat(entries(client.read(0xF00B, 0, symbolBytes).bytes())).isEqualTo(sizes.getInt(0));
        assertThat(entries(client.read(0xF00E, 0, typeBytes).bytes())).isEqualTo(sizes.getInt(8));
    }

    private static int entries(ByteBuffer table) {
        int count = 0;
        int at = 0;
        for (; at < table.capacity(); at += table.getInt(at)) {
            count++;
        }
        assertThat(at).isEqualTo(table.capacity());
        return count;
    }

    @Test
    void anUploadCanBeReadInPieces() throws IOException {
        ByteBuffer whole = client.read(0xF00B, 0, 1 << 20).bytes();

        byte[] pieces = new byte[whole.capacity()];
        for (int at = 0; at < pieces.length; at += 100) {
            client.read(0xF00B, at, 100).bytes().get(0, pieces, at, Math.min(100, pieces.length - at));
        }

        assertThat(ByteBuffer.wrap(pieces)).isEqualTo(whole.position(0));
        assertThat(client.read(0xF00B, pieces.length + 1, 1).result()).isEqualTo(0x703);
    }

    @Test
    void aSymbolAndATypeAreDescribedByName() throws IOException {
        ByteBuffer symbol = client.byName(0xF009, 512, "MAIN.number").bytes();
        ByteBuffer type = client.byName(0xF011, 512, "ST_Pair").bytes();

        assertThat(symbol.getInt(0)).isEqualTo(symbol.capacity());
        assertThat(StandardCharsets.US_ASCII.decode(symbol.slice(30, 11)).toString())
                .isEqualTo("MAIN.number");
        assertThat(type.getInt(16)).isEqualTo(6);
        assertThat(type.getShort(40)).isEqualTo((short) 4);
        assertThat(client.byName(0xF011, 512, "ST_None").result()).isEqualTo(0x710);
        assertThat(client.byName(0xF009, 8, "MAIN.number").result()).isEqualTo(0x705);
    }

    @Test
    void aClientOnTheSameHostGetsAPortFromTheRouter() throws IOException {
        client.sendRaw(new byte[] {0, 0x10, 2, 0, 0, 0, 0, 0});
        byte[] answer = client.socket().getInputStream().readNBytes(14);

        assertThat(answer).startsWith(0, 0x10, 8, 0, 0, 0, (byte) 192, 0, 2, 1, 1, 1);
        assertThat(client.read(0x4020, 4, 2).bytes().getShort(0)).isEqualTo((short) 258);
    }

    @Test
    void requestsThatArriveTogetherAreAnsweredInOrder() throws IOException {
        byte[] frames = new byte[0];
        for (int i = 0; i < 500; i++) {
            frames = RawClient.concat(frames, client.frame(2, RawClient.ints(0x4020, i, 1)));
        }
        plc.set("MAIN.flag", 0xABCD);

        client.sendRaw(frames);

        for (int i = 0; i < 500; i++) {
            byte expected = i == 4 ? (byte) 0xCD : i == 5 ? (byte) 0xAB : 0;
            assertThat(client.answer().bytes().get(0)).isEqualTo(expected);
        }
        assertThat(plc.requests(2)).isEqualTo(500);
    }
}
