package io.taktstrom.opcua.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class NotificationMessageTest {

    /**
     * The first message of a Softing OPC UA gateway, without the answer around it (cisagov/icsnpp-opcua-binary,
     * opcua_with-gap_with-handshake.pcap, frame 96).
     */
    private static final String VALUES = "01000000" // number 1
            + "c689367bb742d801" // publish time
            + "01000000" // one notification
            + "01002b03" // ns=0;i=811, values
            + "01" // as bytes
            + "22020000" // 0x222 of them
            + "17000000" // 23 items
            + "060000000d01004281c45ab542d80161b6c45ab542d801" // handle, mask, Boolean or Int16, source and server time
            + "050000000d0401007080c45ab542d8014cb4c45ab542d801"
            + "040000000d040000a87fc45ab542d80126b2c45ab542d801"
            + "0f0000000d01004489c45ab542d80140c7c45ab542d801"
            + "0e0000000d01002288c45ab542d8013ec5c45ab542d801"
            + "0d0000000d040000f686c45ab542d8011bc3c45ab542d801"
            + "180000000d01005695c45ab542d801bbdec45ab542d801"
            + "030000000d040000e07ec45ab542d801ecafc45ab542d801"
            + "020000000d0400002c7ec45ab542d80192adc45ab542d801"
            + "010000000d0402001e7dc45ab542d80126a8c45ab542d801"
            + "170000000d0100d093c45ab542d80150dcc45ab542d801"
            + "160000000d01005e92c45ab542d801a2d5c45ab542d801"
            + "150000000d0100ec90c45ab542d8019dd3c45ab542d801"
            + "140000000d0100988fc45ab542d8019ad1c45ab542d801"
            + "130000000d0100448ec45ab542d8018acfc45ab542d801"
            + "120000000d0100f08cc45ab542d80180cdc45ab542d801"
            + "110000000d04ae00b08bc45ab542d80163cbc45ab542d801"
            + "100000000d01007a8ac45ab542d8014ac9c45ab542d801"
            + "080000000d0400000e83c45ab542d801c4bac45ab542d801"
            + "070000000d01003282c45ab542d801aeb8c45ab542d801"
            + "0c0000000d0100de85c45ab542d80112c1c45ab542d801"
            + "0b0000000d041000e484c45ab542d801fdbec45ab542d801"
            + "0a0000000d0100fe83c45ab542d801e3bcc45ab542d801"
            + "ffffffff"; // no diagnostics

    /** The same server has nothing to say (frame 99). */
    private static final String KEEP_ALIVE = "02000000" // number 2, which comes next
            + "0ce1827bb742d801" // publish time
            + "ffffffff"; // no notifications

    /** Made by hand: an event of item 3 with a severity of 500 and no message. */
    private static final String EVENTS = "01000000" // one event
            + "03000000" // item 3
            + "02000000" // two fields
            + "05f401" // UInt16 500
            + "00"; // nothing

    /** Made by hand: Bad_Timeout, no diagnostics. */
    private static final String ENDED = "00000a80" + "00";

    /** Where the bytes of the first notification begin. */
    private static final int BODY = 25;

    /** Checks a notification of one kind. */
    private interface Check {
        Notification of(byte[] body) throws MalformedFrameException;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] values() {
        byte[] message = bytes(VALUES);
        return Arrays.copyOfRange(message, BODY, message.length);
    }

    private static NotificationMessage read(byte[] bytes) throws MalformedFrameException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return NotificationMessage.read(new WireReader().reset(buffer, 0, bytes.length));
    }

    /** A message with one notification. */
    private static byte[] message(int type, byte[] body) {
        WireWriter out = new WireWriter().i32(7).i64(0).i32(1);
        out.u8(1).u8(0).i16(type).u8(1).i32(body.length).bytes(body);
        return out.toByteArray();
    }

    private static List<Integer> handles(Notification notification) {
        List<Integer> handles = new ArrayList<>();
        ((ItemNotification) notification).handles(new WireReader(), handles::add);
        return handles;
    }

    @Test
    void aMessageHasItsNumberAndTheValuesOfItsItems() throws Exception {
        NotificationMessage message = read(bytes(VALUES));
        assertThat(message.number()).isEqualTo(1);
        assertThat(message.isKeepAlive()).isFalse();
        ItemNotification values = (ItemNotification) message.notifications().get(0);
        assertThat(values.count()).isEqualTo(23);
        assertThat(handles(values)).startsWith(6, 5, 4, 15).endsWith(12, 11, 10).doesNotHaveDuplicates();
        WireReader in = values.walk(new WireReader());
        DataValueFrame value = new DataValueFrame();
        in.i32();
        value.read(in);
        assertThat(value.builtin()).isEqualTo(Builtin.BOOLEAN);
        in.i32();
        value.read(in);
        assertThat(in.buffer().getShort(value.valueAt())).isEqualTo((short) 1);
    }

    @Test
    void aMessageWithoutNotificationsSaysWhichNumberComesNext() throws Exception {
        NotificationMessage message = read(bytes(KEEP_ALIVE));
        assertThat(message.number()).isEqualTo(2);
        assertThat(message.isKeepAlive()).isTrue();
    }

    @Test
    void anEventHasTheHandleOfItsItem() throws Exception {
        List<Notification> events =
                read(message(ItemNotification.EVENTS, bytes(EVENTS))).notifications();
        assertThat(handles(events.get(0))).containsExactly(3);
    }

    @Test
    void theEndOfASubscriptionHasItsReason() throws Exception {
        assertThat(read(message(StatusChangeNotification.TYPE, bytes(ENDED))).notifications())
                .containsExactly(new StatusChangeNotification(0x800A_0000));
    }

    @Test
    void whatWeDidNotAskForIsLeftOutAndIsAMessageAllTheSame() throws Exception {
        NotificationMessage message = read(message(999, new byte[] {1, 2, 3}));
        assertThat(message.notifications()).isEmpty();
        assertThat(message.isKeepAlive()).isFalse();
    }

    @Test
    void typesOfAllFormsAreReadOver() throws Exception {
        for (String type : List.of(
                "002b",
                "01022b03",
                "0201002b030000",
                "030100" + "02000000" + "6162",
                "050100" + "01000000" + "61",
                "040100" + "00".repeat(16))) {
            byte[] message = bytes("07000000" + "0000000000000000" + "01000000" + type + "00");
            assertThat(read(message).notifications()).as(type).isEmpty();
        }
    }

    @Test
    void aMessageThatEndsTooEarlyIsRefusedWhereverThatIs() {
        refusesAnythingShorter(NotificationMessageTest::first, bytes(VALUES));
        refusesAnythingShorter(NotificationMessageTest::first, message(ItemNotification.EVENTS, bytes(EVENTS)));
        refusesAnythingShorter(NotificationMessageTest::first, message(StatusChangeNotification.TYPE, bytes(ENDED)));
    }

    private static Notification first(byte[] message) throws MalformedFrameException {
        return read(message).notifications().get(0);
    }

    @Test
    void aNotificationThatEndsTooEarlyIsRefusedWhereverThatIs() {
        refusesAnythingShorter(ItemNotification::values, values());
        refusesAnythingShorter(ItemNotification::events, bytes(EVENTS));
        refusesAnythingShorter(StatusChangeNotification::check, bytes(ENDED));
    }

    private static void refusesAnythingShorter(Check check, byte[] whole) {
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> check.of(cut))
                    .as("%d of %d bytes", length, whole.length)
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void nothingMayStandBehindTheEnd() throws Exception {
        Check[] checks = {ItemNotification::values, ItemNotification::events, StatusChangeNotification::check};
        byte[][] bodies = {values(), bytes(EVENTS), bytes(ENDED)};
        for (int i = 0; i < checks.length; i++) {
            Check check = checks[i];
            assertThat(check.of(bodies[i].clone())).isNotNull();
            byte[] longer = Arrays.copyOf(bodies[i], bodies[i].length + 1);
            assertThatThrownBy(() -> check.of(longer))
                    .isInstanceOf(MalformedFrameException.class)
                    .hasMessageContaining("1 bytes too many");
        }
    }

    /** Of notifications, items, events, fields: each at its place in a message that is otherwise as it should be. */
    @ParameterizedTest
    @ValueSource(ints = {Integer.MAX_VALUE, Integer.MIN_VALUE, -2, 1 << 24})
    void aCountThatTheBytesDoNotBearIsRefused(int count) {
        byte[] values = bytes(VALUES);
        byte[] events = message(ItemNotification.EVENTS, bytes(EVENTS));
        for (byte[] wrong : List.of(
                with(values, 12, count),
                with(values, BODY, count),
                with(events, BODY, count),
                with(events, BODY + 8, count))) {
            assertThatThrownBy(() -> read(wrong)).isInstanceOf(MalformedFrameException.class);
        }
    }

    private static byte[] with(byte[] bytes, int at, int value) {
        byte[] changed = bytes.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        return changed;
    }

    @Test
    void walkingWhatWasCheckedAllocatesNothing() throws Exception {
        ItemNotification values = ItemNotification.values(values());
        WireReader reader = new WireReader();
        DataValueFrame value = new DataValueFrame();
        AllocationMeter.currentThread().assertZeroPerOperation(20_000, () -> {
            WireReader in = values.walk(reader);
            for (int item = 0; item < values.count(); item++) {
                in.i32();
                value.read(in);
            }
        });
    }
}
