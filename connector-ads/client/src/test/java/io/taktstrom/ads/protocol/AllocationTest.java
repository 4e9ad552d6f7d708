package io.taktstrom.ads.protocol;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.management.ThreadMXBean;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is done per request, response or sample allocates nothing once it is warm. */
class AllocationTest {

    private static final int ROUNDS = 20_000;
    private static final AmsAddress PLC = AmsAddress.parse("192.168.23.20.1.1:851");
    private static final AmsAddress CLIENT = AmsAddress.parse("192.168.23.220.1.1:65534");

    private final ByteBuffer out = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer value = GoldenFrames.wrap(new byte[16]);
    private final SumValues values = new SumValues();
    private long sink;

    /** Something that is done over and over again. */
    private interface Work {
        void run() throws MalformedFrameException;
    }

    @Test
    void writingAReadRequestAllocatesNothing() throws MalformedFrameException {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.READ, ReadCommand.REQUEST_BYTES, 7);
            ReadCommand.writeRequest(out, 0, 0x4020, 4, 8);
        });
    }

    @Test
    void writingAWriteRequestAllocatesNothing() throws MalformedFrameException {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.WRITE, WriteCommand.REQUEST_BYTES + 16, 7);
            WriteCommand.writeRequest(out, 0, 0x4020, 4, 16);
            out.put(WriteCommand.DATA, value, 0, 16);
        });
    }

    @Test
    void readingAResponseAllocatesNothing() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("readResponse");
        assertAllocatesNothing(() -> {
            int bytes = AmsFrame.check(response, 0, response.capacity(), 4096);
            sink += bytes + AmsHeader.invokeId(response, 0) + AmsHeader.command(response, 0);
            sink += ReadCommand.checkResponse(response, 0) + response.getInt(ReadCommand.DATA);
            sink += AmsHeader.isSource(response, 0, PLC) ? 1 : 0;
        });
    }

    @Test
    void writingASumReadAllocatesNothing() throws MalformedFrameException {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.READ_WRITE, 16 + 100 * SumRead.ITEM_BYTES, 7);
            int readLength = (int) SumRead.readLength(IndexGroup.SUM_READ, 100, 400);
            ReadWriteCommand.writeRequest(out, 0, IndexGroup.SUM_READ, 100, readLength, 100 * SumRead.ITEM_BYTES);
            for (int i = 0; i < 100; i++) {
                SumRead.putItem(out, ReadWriteCommand.WRITE_DATA, i, 0x4020, 4 * i, 4);
            }
        });
    }

    @Test
    void readingASumReadAllocatesNothing() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("sumReadResponse");
        int[] asked = {4, 2, 4, 4, 8, 1, 4, 8, 4, 4, 1, 2, 1, 4, 1, 256, 4, 512, 8, 4, 2, 8, 4};
        assertAllocatesNothing(() -> {
            sink += ReadWriteCommand.checkResponse(response, 0);
            int length = ReadWriteCommand.dataLength(response, 0);
            values.openRead(response, ReadWriteCommand.READ_DATA, length, asked, 0, asked.length);
            while (values.next()) {
                sink += values.result() + response.get(values.valuePosition()) + values.valueLength();
            }
        });
    }

    @Test
    void readingANotificationAllocatesNothing() throws MalformedFrameException {
        ByteBuffer frame = GoldenFrames.frame("notificationOfTwoSamples");
        NotificationFrame.Visitor visitor = (fileTime, handle, buffer, position, size) ->
                sink += FileTime.toEpochNanos(fileTime) + handle + buffer.get(position) + size;
        assertAllocatesNothing(() -> {
            sink += AmsFrame.check(frame, 0, frame.capacity(), 4096);
            sink += NotificationFrame.check(frame, 0);
            NotificationFrame.forEach(frame, 0, visitor);
        });
    }

    private static void assertAllocatesNothing(Work work) throws MalformedFrameException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        // The interpreter, the compiler's arrival and the bean itself may allocate; a leak does so in every batch.
        for (int batch = 0; batch < 10 && least > 0; batch++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < ROUNDS; i++) {
                work.run();
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(least).as("bytes per %d rounds", ROUNDS).isZero();
    }

    @Test
    void theMeterSeesAnAllocation() {
        assertThatThrownBy(() -> assertAllocatesNothing(() -> sink += new byte[16 + (int) (sink & 1)].length))
                .isInstanceOf(AssertionError.class);
    }
}
