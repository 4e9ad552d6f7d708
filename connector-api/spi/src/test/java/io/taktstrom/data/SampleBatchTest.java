package io.taktstrom.data;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.management.ThreadMXBean;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SampleBatchTest {

    private static final DataType[] TYPES = {
        ScalarType.INT, ScalarType.LREAL, StringType.string(5), ArrayType.of(ScalarType.INT, 2)
    };
    private static final FixedGroup GROUP = FixedGroup.of(TYPES);

    private static SampleBatch batch(int capacity, int arenaBytes) {
        SampleBatch batch = new SampleBatch(capacity, arenaBytes);
        batch.reset(GROUP, SampleBatch.NO_TIME, 0);
        return batch;
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < values.length; i++) {
            bytes.put(i, (byte) values[i]);
        }
        return bytes;
    }

    @Test
    void aSampleIsReadAsItWasAdded() {
        SampleBatch batch = new SampleBatch(5, 64);
        batch.reset(GROUP, 1000, 42);
        batch.add(0, 10, StatusCode.GOOD, -5);
        batch.addDouble(1, 11, StatusCode.UNCERTAIN, 1.5);
        batch.addText(2, 12, StatusCode.GOOD, "\u20ac1");
        batch.addBytes(3, SampleBatch.NO_TIME, StatusCode.GOOD, bytes(9, 1, 0, 2, 0), 1, 4);
        batch.addBad(0, 14, StatusCode.BAD_TIMEOUT);
        assertThat(batch.group()).isSameAs(GROUP);
        assertThat(batch.receivedAt()).isEqualTo(1000);
        assertThat(batch.sequence()).isEqualTo(42);
        assertThat(batch.size()).isEqualTo(5);
        assertThat(batch.pointAt(2)).isEqualTo(2);
        assertThat(batch.sourceTimeAt(1)).isEqualTo(11);
        assertThat(batch.sourceTimeAt(3)).isEqualTo(SampleBatch.NO_TIME);
        assertThat(batch.statusAt(4)).isEqualTo(StatusCode.BAD_TIMEOUT);
        assertThat(batch.longAt(0)).isEqualTo(-5);
        assertThat(batch.doubleAt(1)).isEqualTo(1.5);
        assertThat(batch.textAt(2)).isEqualTo("\u20ac1");
        assertThat(batch.lengthAt(2)).as("UTF-8 bytes").isEqualTo(4);
        assertThat(batch.arenaOffsetAt(3)).isEqualTo(4);
        assertThat(batch.lengthAt(3)).isEqualTo(4);
        assertThat(batch.arena().getShort(batch.arenaOffsetAt(3) + 2)).isEqualTo((short) 2);
        assertThat(batch.arenaUsed()).isEqualTo(8);
    }

    @Test
    void resetEmptiesItAndReassignDoesNot() {
        SampleBatch batch = batch(2, 8);
        batch.addText(2, 0, 0, "abc");
        FixedGroup other = FixedGroup.of(TYPES);
        batch.reassign(other, 7);
        assertThat(batch.group()).isSameAs(other);
        assertThat(batch.sequence()).isEqualTo(7);
        assertThat(batch.textAt(0)).isEqualTo("abc");
        batch.clear();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.arenaUsed()).isZero();
        assertThat(batch.sequence()).isEqualTo(7);
        batch.reset(GROUP, 1, 2);
        assertThat(batch.receivedAt()).isEqualTo(1);
    }

    @Test
    void itIsNoUseBeforeItsFirstReset() {
        assertThatThrownBy(() -> new SampleBatch(1, 0).group())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("reset the batch before its first use");
        assertThatThrownBy(() -> new SampleBatch(0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SampleBatch(1, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFullBatchRefusesAndStaysAsItIs() {
        SampleBatch batch = batch(1, 8);
        batch.addText(2, 0, 0, "abc");
        assertThat(batch.hasRoom(0)).isFalse();
        assertRefused(batch, () -> batch.add(0, 0, 0, 1), "batch is full at 1 samples");
        assertRefused(batch, () -> batch.addText(2, 0, 0, "x"), "batch is full at 1 samples");
        assertRefused(
                batch,
                () -> batch.addString(2, 0, 0, StringType.string(5), bytes('x'), 0, 1),
                "batch is full at 1 samples");
    }

    @Test
    void aFullArenaRefusesAndStaysAsItIs() {
        SampleBatch batch = batch(4, 8);
        batch.addText(2, 0, 0, "abcde");
        assertThat(batch.hasRoom(3)).isTrue();
        assertThat(batch.hasRoom(4)).isFalse();
        String message = "batch arena is full: 4 bytes wanted, 3 of 8 left";
        assertRefused(batch, () -> batch.addText(2, 0, 0, "abcd"), message);
        assertRefused(batch, () -> batch.addBytes(3, 0, 0, bytes(1, 2, 3, 4), 0, 4), message);
        assertRefused(
                batch,
                () -> batch.addString(2, 0, 0, StringType.string(5), bytes('a', 'b', 'c', 'd'), 0, 4),
                "batch arena is full: STRING(5) wanted, 3 of 8 left");
        batch.add(0, 0, 0, 1);
        assertThat(batch.size()).isEqualTo(2);
    }

    @Test
    void bytesThatAreNotThereAreRefused() {
        SampleBatch batch = batch(4, 8);
        ByteBuffer source = bytes(1, 2, 3, 4);
        assertThatThrownBy(() -> batch.addBytes(3, 0, 0, source, 2, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> batch.addBytes(3, 0, 0, source, 2, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.arenaUsed()).isZero();
    }

    private static void assertRefused(SampleBatch batch, Runnable add, String message) {
        int size = batch.size();
        int arena = batch.arenaUsed();
        assertThatThrownBy(add::run).isInstanceOf(IllegalStateException.class).hasMessage(message);
        assertThat(batch.size()).isEqualTo(size);
        assertThat(batch.arenaUsed()).isEqualTo(arena);
    }

    @Test
    void positionAndLimitOfASourceStay() {
        ByteBuffer source = bytes(1, 2, 3, 4).position(1).limit(3);
        batch(1, 8).addBytes(3, 0, 0, source.duplicate().clear(), 0, 4);
        ByteBuffer whole = bytes(1, 2, 3, 4).position(3);
        batch(1, 8).addBytes(3, 0, 0, whole, 0, 4);
        assertThat(whole.position()).isEqualTo(3);
        assertThat(whole.limit()).isEqualTo(4);
    }

    @Test
    void aCopyIsEqualAndOnItsOwn() {
        SampleBatch original = batch(3, 16);
        original.add(0, 1, 2, 3);
        original.addText(2, 4, 5, "abc");
        SampleBatch copy = new SampleBatch(2, 3);
        copy.copyFrom(original);
        original.reset(GROUP, 0, 0);
        original.addText(2, 0, 0, "xyz");
        assertThat(copy.size()).isEqualTo(2);
        assertThat(copy.longAt(0)).isEqualTo(3);
        assertThat(copy.textAt(1)).isEqualTo("abc");
        assertThat(copy.statusAt(1)).isEqualTo(5);
        assertThat(copy.group()).isSameAs(GROUP);
    }

    @Test
    void aCopyThatDoesNotFitIsRefused() {
        SampleBatch original = batch(3, 16);
        original.add(0, 1, 2, 3);
        original.addText(2, 4, 5, "abc");
        SampleBatch few = batch(1, 16);
        SampleBatch small = batch(2, 2);
        assertThatThrownBy(() -> few.copyFrom(original)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> small.copyFrom(original))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("batch of 2 samples and 2 arena bytes cannot hold 2 samples and 3 bytes");
        assertThat(few.isEmpty() && small.isEmpty()).isTrue();
    }

    @Test
    void aViewShowsSamplesOfColumnsThatItDoesNotOwnAndCanBeCopied() {
        ByteBuffer texts = bytes('a', 'b', 'c', 'd', 'e');
        SampleBatch view = SampleBatch.view(
                new int[] {0, 0, 2, 0},
                new int[] {0, 7, 8, 0},
                new long[] {0, 70, 80, 0},
                new long[] {0, 42, (2L << 32) | 3, 0},
                texts);
        assertThat(view.isEmpty()).isTrue();
        view.show(GROUP, 5, 6, 1, 2, 3);
        SampleBatch copy = batch(2, 3);
        copy.copyFrom(view);
        for (SampleBatch batch : new SampleBatch[] {view, copy}) {
            assertThat(batch.size()).isEqualTo(2);
            assertThat(batch.longAt(0)).isEqualTo(42);
            assertThat(batch.statusAt(0)).isEqualTo(7);
            assertThat(batch.sourceTimeAt(1)).isEqualTo(80);
            assertThat(batch.textAt(1)).isEqualTo("cde");
            assertThat(batch.arenaUsed()).isEqualTo(3);
            assertThat(batch.hasRoom(0)).isFalse();
        }
        assertThatThrownBy(() -> view.add(0, 0, 0, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> copy.show(GROUP, 0, 0, 0, 1, 0)).hasMessage("not a view");
    }

    @Test
    void oneSampleOfAnotherBatchIsAddedAsItIs() {
        SampleBatch from = batch(4, 32);
        from.add(0, 1, 2, 3);
        from.addText(2, 4, 5, "abc");
        from.addBad(3, 6, StatusCode.BAD_TIMEOUT);
        SampleBatch to = batch(4, 32);
        to.addText(2, 0, 0, "other");
        for (int i = 2; i >= 0; i--) {
            to.addFrom(from, i, TYPES[from.pointAt(i)]);
        }
        assertThat(to.statusAt(1)).isEqualTo(StatusCode.BAD_TIMEOUT);
        assertThat(to.textAt(2)).isEqualTo("abc");
        assertThat(to.sourceTimeAt(2)).isEqualTo(4);
        assertThat(to.longAt(3)).isEqualTo(3);
    }

    @Test
    void aStatusCanBeMarked() {
        SampleBatch batch = batch(1, 0);
        batch.add(0, 0, StatusCode.GOOD, 1);
        batch.setStatusAt(0, StatusCode.withOverflow(batch.statusAt(0)));
        assertThat(StatusCode.hasOverflow(batch.statusAt(0))).isTrue();
        assertThat(batch.longAt(0)).isEqualTo(1);
    }

    @Test
    void aGroupsBatchHasRoomForOneSampleOfEachPoint() {
        SampleBatch batch = GROUP.newBatch();
        assertThat(batch.capacity()).isEqualTo(4);
        assertThat(batch.arenaCapacity()).isEqualTo(15 + 4);
        assertThat(batch.group()).isSameAs(GROUP);
        assertThat(batch.isEmpty()).isTrue();
        assertThat(FixedGroup.of().newBatch().capacity()).isEqualTo(1);
    }

    /** The test kit's meter stands on this module, so here the JVM's own counter does. */
    @Test
    void fillingCopyingAndReadingAllocatesNothing() {
        SampleBatch batch = batch(4, 64);
        SampleBatch copy = batch(8, 128);
        ByteBuffer image = bytes(0xE4, 'a', 'b', 0x80, 'c', 0);
        StringType type = StringType.string(5);
        long[] sum = new long[1];
        Runnable work = () -> {
            batch.reset(GROUP, 1, 2);
            batch.add(0, 1, 0, 2);
            batch.addDouble(1, 1, 0, 2.5);
            batch.addString(2, 1, 0, type, image, 0, 6);
            batch.addBytes(3, 1, 0, image, 0, 4);
            copy.copyFrom(batch);
            copy.addFrom(batch, 2, TYPES[2]);
            sum[0] += copy.longAt(0) + (long) copy.doubleAt(1) + copy.lengthAt(4);
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long lowest = Long.MAX_VALUE;
        for (int round = 0; round < 20 && lowest > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                work.run();
            }
            lowest = Math.min(lowest, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(lowest).as("bytes in the best of 20 rounds").isLessThan(200);
        assertThat(sum[0]).isPositive();
    }
}
