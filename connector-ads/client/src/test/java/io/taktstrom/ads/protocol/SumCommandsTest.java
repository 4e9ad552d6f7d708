package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SumCommandsTest {

    private final SumValues values = new SumValues();

    @Test
    void theCapturedSumReadIsReadItemByItem() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("sumReadRequest");
        assertThat(request.getInt(AmsHeader.BYTES)).isEqualTo(IndexGroup.SUM_READ);
        int count = request.getInt(AmsHeader.BYTES + 4);
        assertThat(count).isEqualTo(23);
        int list = CommandData.READ_WRITE_DATA;
        int[] asked = new int[count];
        long sum = 0;
        for (int i = 0; i < count; i++) {
            assertThat(request.getInt(list + i * SumCommand.ITEM_BYTES)).isEqualTo(IndexGroup.VALUE_BY_HANDLE);
            asked[i] = request.getInt(list + i * SumCommand.ITEM_BYTES + 8);
            sum += asked[i];
        }
        assertThat(request.getInt(AmsHeader.BYTES + 8)).isEqualTo((int) SumCommand.readLength(count, sum));

        ByteBuffer response = GoldenFrames.frame("sumReadResponse");
        assertThat(CommandData.checkRead(response, 0)).isZero();
        values.openRead(response, CommandData.READ_DATA, CommandData.dataLength(response, 0), asked, 0, count);
        int position = CommandData.READ_DATA + 4 * count;
        for (int i = 0; i < count; i++) {
            assertThat(values.next()).isTrue();
            assertThat(values.result()).isZero();
            assertThat(values.valuePosition()).isEqualTo(position);
            assertThat(values.valueLength()).isEqualTo(asked[i]);
            position += asked[i];
        }
        assertThat(values.next()).isFalse();
        assertThat(position).isEqualTo(response.capacity());
        // Item 15 is STRING "hurz", item 17 WSTRING "wolf".
        assertThat(textOf(response, 15)).isEqualTo("hurz");
    }

    private String textOf(ByteBuffer response, int item) throws MalformedFrameException {
        int[] asked = {4, 2, 4, 4, 8, 1, 4, 8, 4, 4, 1, 2, 1, 4, 1, 256, 4, 512, 8, 4, 2, 8, 4};
        values.openRead(response, CommandData.READ_DATA, CommandData.dataLength(response, 0), asked, 0, asked.length);
        for (int i = 0; i <= item; i++) {
            assertThat(values.next()).isTrue();
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; response.get(values.valuePosition() + i) != 0; i++) {
            text.append((char) response.get(values.valuePosition() + i));
        }
        return text.toString();
    }

    @Test
    void theItemsOfASumReadAreThoseOfTheCapturedOne() {
        ByteBuffer golden = GoldenFrames.frame("sumReadRequest");
        ByteBuffer written = GoldenFrames.wrap(new byte[golden.capacity()]);
        int list = CommandData.READ_WRITE_DATA;
        written.put(0, golden, 0, list);
        for (int i = 0; i < 23; i++) {
            SumCommand.putItem(
                    written,
                    list,
                    i,
                    golden.getInt(list + i * SumCommand.ITEM_BYTES),
                    golden.getInt(list + i * SumCommand.ITEM_BYTES + 4),
                    golden.getInt(list + i * SumCommand.ITEM_BYTES + 8));
        }
        assertThat(written).isEqualTo(golden);
    }

    /** One item of a made-up response, its value in hex. */
    private record Item(int result, int asked, String hex) {
        byte[] value() {
            return HexFormat.of().parseHex(hex);
        }
    }

    @Test
    void failedItemsMayLeaveHolesOrNothingInASumRead() throws MalformedFrameException {
        List<Item> items = List.of(new Item(0, 2, "0102"), new Item(0x710, 8, ""), new Item(0, 4, "03040506"));
        ByteBuffer compact = response(items);
        values.openRead(compact, 0, compact.capacity(), asked(items), 0, 3);
        assertRead(compact, items);
        List<Item> hole = List.of(items.get(0), new Item(0x710, 8, "00".repeat(8)), items.get(2));
        ByteBuffer full = response(hole);
        values.openRead(full, 0, full.capacity(), asked(items), 0, 3);
        assertRead(full, items);
    }

    @Test
    void aSumReadMayBeAPartOfALongerListOfSizes() throws MalformedFrameException {
        List<Item> items = List.of(new Item(0, 2, "0102"), new Item(0, 1, "03"));
        ByteBuffer buffer = response(items);
        values.openRead(buffer, 0, buffer.capacity(), new int[] {99, 99, 2, 1, 99}, 2, 2);
        assertRead(buffer, items);
    }

    @Test
    void anyResponseIsReadBackAndCutAtAnyLengthIsMalformed() throws MalformedFrameException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<Item> items = new ArrayList<>();
            for (int i = 1 + random.nextInt(6); i > 0; i--) {
                boolean good = random.nextBoolean();
                byte[] value = new byte[good ? 1 + random.nextInt(9) : 0];
                random.nextBytes(value);
                items.add(new Item(
                        good ? 0 : 0x700 + random.nextInt(0x30),
                        value.length,
                        HexFormat.of().formatHex(value)));
            }
            ByteBuffer plain = response(items);
            for (int cut = 0; cut <= plain.capacity(); cut++) {
                ByteBuffer part = prefix(plain, cut);
                if (cut == plain.capacity()) {
                    values.openRead(part, 0, cut, asked(items), 0, items.size());
                    assertRead(part, items);
                } else {
                    int length = cut;
                    assertThatExceptionOfType(MalformedFrameException.class)
                            .as("seed %d", seed)
                            .isThrownBy(() -> values.openRead(part, 0, length, asked(items), 0, items.size()));
                }
            }
        }
    }

    @Test
    void writesAndNotificationsAreLaidOutOneBehindTheOther() throws MalformedFrameException {
        ByteBuffer buffer = GoldenFrames.wrap(new byte[256]);
        SumCommand.putItem(buffer, 8, 1, 0x4021, 11, 3);
        assertThat(buffer.getInt(8 + 12)).isEqualTo(0x4021);
        assertThat(buffer.getInt(8 + 12 + 4)).isEqualTo(11);
        assertThat(buffer.getInt(8 + 12 + 8)).isEqualTo(3);

        SumCommand.putNotification(buffer, 8, 1, 0x4020, 12, 4, TransmissionMode.ON_CHANGE, 100, 200);
        assertThat(buffer.getInt(8 + 40 + 4)).isEqualTo(12);
        assertThat(buffer.getInt(8 + 40 + 20)).isEqualTo(200);
        SumCommand.checkSize(16, 2, 8);
        SumCommand.checkSize(8, 2, 4);
    }

    @Test
    void aListThatIsNotAsLongAsItsCountSaysIsMalformed() {
        for (int count : new int[] {-1, 1, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> SumCommand.checkSize(16, count, 8));
            assertThatExceptionOfType(MalformedFrameException.class)
                    .isThrownBy(() -> SumCommand.checkSize(8, count, 4));
        }
    }

    private void assertRead(ByteBuffer buffer, List<Item> items) {
        for (Item item : items) {
            assertThat(values.next()).isTrue();
            assertThat(values.result()).isEqualTo(item.result());
            assertThat(values.valueLength()).isEqualTo(item.value().length);
            byte[] value = new byte[values.valueLength()];
            buffer.get(values.valuePosition(), value);
            assertThat(value).isEqualTo(item.value());
        }
        assertThat(values.next()).isFalse();
    }

    /** Lays out results and values. */
    private static ByteBuffer response(List<Item> items) {
        ByteBuffer buffer = GoldenFrames.wrap(new byte[1024]);
        for (Item item : items) {
            buffer.putInt(item.result());
        }
        for (Item item : items) {
            buffer.put(item.value());
        }
        return prefix(buffer, buffer.position());
    }

    private static ByteBuffer prefix(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        return GoldenFrames.wrap(bytes);
    }

    private static int[] asked(List<Item> items) {
        return items.stream().mapToInt(Item::asked).toArray();
    }
}
