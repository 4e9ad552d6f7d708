package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

/** What is done per request, response or sample allocates nothing once it is warm. */
class AllocationTest {

    private static final int ROUNDS = 20_000;
    private static final AmsAddress PLC = AmsAddress.parse("192.168.23.20.1.1:851");
    private static final AmsAddress CLIENT = AmsAddress.parse("192.168.23.220.1.1:65534");

    private final ByteBuffer out = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer value = GoldenFrames.wrap(new byte[16]);
    private final SumValues values = new SumValues();
    private long sink;

    @Test
    void writingAReadRequestAllocatesNothing() throws Exception {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.READ, 12, 7);
            CommandData.writeRequest(out, 0, AdsCommand.READ, 0x4020, 4, 8, 0);
        });
    }

    @Test
    void writingAWriteRequestAllocatesNothing() throws Exception {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.WRITE, 12 + 16, 7);
            CommandData.writeRequest(out, 0, AdsCommand.WRITE, 0x4020, 4, 0, 16);
            out.put(CommandData.WRITE_DATA, value, 0, 16);
        });
    }

    @Test
    void readingAResponseAllocatesNothing() throws Exception {
        ByteBuffer response = GoldenFrames.frame("readResponse");
        assertAllocatesNothing(() -> {
            int bytes = AmsFrame.check(response, 0, response.capacity(), 4096);
            sink += bytes + AmsHeader.invokeId(response, 0) + AmsHeader.command(response, 0);
            sink += CommandData.checkRead(response, 0) + response.getInt(CommandData.READ_DATA);
        });
    }

    @Test
    void writingASumReadAllocatesNothing() throws Exception {
        assertAllocatesNothing(() -> {
            AmsHeader.writeRequest(out, 0, PLC, CLIENT, AdsCommand.READ_WRITE, 16 + 100 * SumCommand.ITEM_BYTES, 7);
            int readLength = (int) SumCommand.readLength(100, 400);
            CommandData.writeRequest(
                    out, 0, AdsCommand.READ_WRITE, IndexGroup.SUM_READ, 100, readLength, 100 * SumCommand.ITEM_BYTES);
            for (int i = 0; i < 100; i++) {
                SumCommand.putItem(out, CommandData.READ_WRITE_DATA, i, 0x4020, 4 * i, 4);
            }
        });
    }

    @Test
    void readingASumReadAllocatesNothing() throws Exception {
        ByteBuffer response = GoldenFrames.frame("sumReadResponse");
        int[] asked = {4, 2, 4, 4, 8, 1, 4, 8, 4, 4, 1, 2, 1, 4, 1, 256, 4, 512, 8, 4, 2, 8, 4};
        assertAllocatesNothing(() -> {
            sink += CommandData.checkRead(response, 0);
            int length = CommandData.dataLength(response, 0);
            values.openRead(response, CommandData.READ_DATA, length, asked, 0, asked.length);
            while (values.next()) {
                sink += values.result() + response.get(values.valuePosition()) + values.valueLength();
            }
        });
    }

    @Test
    void readingANotificationAllocatesNothing() throws Exception {
        ByteBuffer frame = GoldenFrames.frame("notificationOfTwoSamples");
        NotificationFrame.Visitor visitor = (fileTime, handle, buffer, position, size) ->
                sink += FileTime.toEpochNanos(fileTime) + handle + buffer.get(position) + size;
        assertAllocatesNothing(() -> {
            sink += AmsFrame.check(frame, 0, frame.capacity(), 4096);
            sink += NotificationFrame.check(frame, 0);
            NotificationFrame.forEach(frame, 0, visitor);
        });
    }

    private static void assertAllocatesNothing(AllocationMeter.Operation operation) throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(ROUNDS, operation);
    }
}
