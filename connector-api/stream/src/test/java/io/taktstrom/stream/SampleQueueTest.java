package io.taktstrom.stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SampleQueueTest {

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, StringType.string(20));
    private final Origin origin = new Origin(group, true);
    private final SampleBatch in = new SampleBatch(16, 256);
    private final SampleBatch out = new SampleBatch(16, 256);

    private void put(SampleQueue queue, long receivedAt, long sequence, long value) {
        in.reset(group, receivedAt, sequence);
        in.add(0, 7, StatusCode.GOOD, value);
        queue.put(origin, in, 0, StatusCode.GOOD, 0);
    }

    private void putText(SampleQueue queue, String text) {
        in.reset(group, 1, 0);
        in.addText(1, 7, StatusCode.GOOD, text);
        queue.put(origin, in, 0, StatusCode.GOOD, text.length());
    }

    @Test
    void itHoldsItsCapacityAndNotOneMore() {
        SampleQueue queue = new SampleQueue(5, 0);
        for (int i = 0; i < 5; i++) {
            assertThat(queue.hasRoom(0)).isTrue();
            put(queue, 1, i, i);
        }
        assertThat(queue.hasRoom(0)).isFalse();
        queue.removeHead();
        assertThat(queue.hasRoom(0)).isTrue();
    }

    @Test
    void aRunEndsWhereTheTimeOfReceiptChanges() {
        SampleQueue queue = new SampleQueue(8, 0);
        put(queue, 100, 0, 10);
        put(queue, 100, 1, 11);
        put(queue, 200, 2, 12);

        long next = queue.copyRun(queue.head(), out);

        assertThat(out.size()).isEqualTo(2);
        assertThat(out.receivedAt()).isEqualTo(100);
        assertThat(out.sequence()).isZero();
        assertThat(out.longAt(1)).isEqualTo(11);
        assertThat(queue.copyRun(next, out)).isEqualTo(queue.tail());
        assertThat(out.receivedAt()).isEqualTo(200);
        assertThat(out.sequence()).isEqualTo(2);
        assertThat(queue.size()).isEqualTo(3);
    }

    @Test
    void aRunEndsWhereANumberIsMissing() {
        SampleQueue queue = new SampleQueue(8, 0);
        put(queue, 100, 0, 10);
        put(queue, 100, 2, 12);

        queue.copyRun(queue.head(), out);

        assertThat(out.size()).isEqualTo(1);
    }

    @Test
    void aRunEndsWhereTheBatchIsFull() {
        SampleQueue queue = new SampleQueue(8, 0);
        put(queue, 100, 0, 10);
        put(queue, 100, 1, 11);
        SampleBatch small = new SampleBatch(1, 0);

        long next = queue.copyRun(queue.head(), small);

        assertThat(small.size()).isEqualTo(1);
        assertThat(next).isEqualTo(queue.head() + 1);
    }

    @Test
    void textThatWouldCrossTheArenasEndStartsAtItsBegin() {
        SampleQueue queue = new SampleQueue(8, 10);
        putText(queue, "abcd");
        putText(queue, "efgh");
        assertThat(queue.hasRoom(4)).as("two bytes left").isFalse();
        queue.removeHead();
        assertThat(queue.hasRoom(4)).as("four free at the begin").isTrue();
        assertThat(queue.hasRoom(5)).as("but not five").isFalse();
        putText(queue, "ijkl");

        long next = queue.copyRun(queue.head(), out);
        assertThat(out.textAt(0)).isEqualTo("efgh");
        queue.copyRun(next, out);
        assertThat(out.textAt(0)).isEqualTo("ijkl");
    }

    @Test
    void anEmptiedQueueHasItsWholeArenaInOnePiece() {
        SampleQueue queue = new SampleQueue(8, 10);
        putText(queue, "abcdef");
        queue.removeHead();
        assertThat(queue.hasRoom(10)).isTrue();
    }

    @Test
    void textTravelsFromQueueToQueue() {
        SampleQueue queue = new SampleQueue(4, 16);
        SampleQueue other = new SampleQueue(4, 16);
        putText(queue, "ab");
        put(queue, 1, 1, 42);
        queue.copyTo(other, queue.head(), StatusCode.BAD_TIMEOUT);
        queue.removeHead();
        queue.copyTo(other, queue.head(), StatusCode.GOOD);

        assertThat(other.copyRun(other.head(), out)).isEqualTo(other.tail());
        assertThat(out.textAt(0)).isEqualTo("ab");
        assertThat(out.statusAt(0)).isEqualTo(StatusCode.BAD_TIMEOUT);
        assertThat(out.longAt(1)).isEqualTo(42);
    }

    @Test
    void aWaitingTextIsReplacedWhereItsRoomSuffices() {
        SampleQueue queue = new SampleQueue(4, 32);
        in.reset(group, 1, 0);
        in.addText(1, 7, StatusCode.GOOD, "long enough");
        queue.put(origin, in, 0, StatusCode.GOOD, 11);
        in.reset(group, 2, 5);
        in.addText(1, 8, StatusCode.GOOD, "short");

        assertThat(queue.hasRoomAt(queue.head(), in, 0)).isTrue();
        queue.replace(queue.head(), in, 0, StatusCode.GOOD);
        queue.copyRun(queue.head(), out);
        assertThat(out.textAt(0)).isEqualTo("short");
        assertThat(out.receivedAt()).isEqualTo(2);
        assertThat(out.sequence()).isEqualTo(5);

        in.reset(group, 3, 6);
        in.addText(1, 9, StatusCode.GOOD, "much too long for that");
        assertThat(queue.hasRoomAt(queue.head(), in, 0)).isFalse();
    }
}
