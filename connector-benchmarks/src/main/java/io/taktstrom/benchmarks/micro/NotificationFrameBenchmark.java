package io.taktstrom.benchmarks.micro;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.spi.MalformedFrameException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Check and walk a notification frame of 100 DINTs; per sample. Summing its bytes as longs is the limit. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NotificationFrameBenchmark {

    private static final int SAMPLES = 100;
    private static final int VALUE_BYTES = 4;
    private static final int DATA_BYTES = NotificationFrame.PREFIX_BYTES
            + NotificationFrame.STAMP_BYTES
            + SAMPLES * (NotificationFrame.SAMPLE_BYTES + VALUE_BYTES);

    private final ByteBuffer frame =
            ByteBuffer.allocateDirect(AmsHeader.BYTES + DATA_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final NotificationFrame.Visitor visitor = this::take;
    private long sum;

    @Setup
    public void writeFrame() {
        frame.putInt(AmsHeader.DATA_LENGTH, DATA_BYTES);
        // One stamp: how many bytes follow, how many stamps; FILETIME, how many samples.
        frame.position(AmsHeader.BYTES);
        frame.putInt(DATA_BYTES - Integer.BYTES).putInt(1).putLong(0).putInt(SAMPLES);
        for (int i = 0; i < SAMPLES; i++) {
            frame.putInt(1).putInt(VALUE_BYTES).putInt(i);
        }
        frame.clear();
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public long limit() {
        long total = 0;
        for (int i = 0; i + 8 <= frame.capacity(); i += 8) {
            total += frame.getLong(i);
        }
        return total;
    }

    @Benchmark
    @OperationsPerInvocation(SAMPLES)
    public long checkAndWalk() throws MalformedFrameException {
        NotificationFrame.check(frame, 0);
        NotificationFrame.forEach(frame, 0, visitor);
        return sum;
    }

    private void take(long fileTime, int handle, ByteBuffer buffer, int position, int size) {
        sum += buffer.getInt(position);
    }
}
