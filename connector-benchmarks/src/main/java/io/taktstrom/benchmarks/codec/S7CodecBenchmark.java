package io.taktstrom.benchmarks.codec;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.plan.PduLimits;
import io.taktstrom.s7.plan.ReadWork;
import io.taktstrom.s7.plan.S7ReadPlan;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.value.S7Scalar;
import io.taktstrom.s7.value.ValueCodec;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.stream.FixedGroup;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * 100 {@code REAL}s of a data block, out of the PDUs that answer a read of an S7-1500 (960 bytes, 20 items); per value. {@code copy} is
 * the limit. {@code adjacent} is one PDU with one item, {@code scattered} five with 20 each; {@code write} makes bytes of samples.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class S7CodecBenchmark {

    private static final int VALUES = 100;
    private static final PduLimits S7_1500 = new PduLimits(960, 960, 20);
    /** Too far apart to be read together. */
    private static final int APART = 300;

    private static final int[] ALL_READ = new int[VALUES];

    @Param({"copy", "adjacent", "scattered", "write"})
    private String part = "copy";

    private final FixedGroup group = Doubles.of(VALUES, ScalarType.REAL);
    private final SampleBatch batch = group.newBatch();
    private Codec chosen = () -> 0;

    @Setup
    public void choose() throws MalformedFrameException {
        chosen = switch (part) {
            case "copy" -> Codec.copyOf(VALUES * Float.BYTES);
            case "adjacent" -> answered(Float.BYTES);
            case "scattered" -> answered(APART);
            case "write" -> written();
            default -> throw new IllegalArgumentException("no part " + part);
        };
    }

    private Codec answered(int stride) throws MalformedFrameException {
        List<S7Address> addresses = IntStream.range(0, VALUES)
                .mapToObj(i -> S7Address.parse("DB1.DBD" + i * stride + ":REAL"))
                .toList();
        ReadWork work = new ReadWork(S7ReadPlan.of(addresses, S7_1500));
        ByteBuffer[] answers = new ByteBuffer[work.count()];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = answer(work, i);
        }
        Codec codec = () -> {
            work.reset();
            for (int i = 0; i < answers.length; i++) {
                work.answer(i, answers[i], 0);
            }
            batch.reset(group, 1, 0);
            work.addTo(batch, ALL_READ);
            return batch.size();
        };
        codec.once();
        if (batch.size() != VALUES || batch.statusAt(VALUES - 1) != StatusCode.GOOD) {
            throw new IllegalStateException(batch.size() + " samples, not " + VALUES + " Good ones");
        }
        return codec;
    }

    /** What a CPU says to a request: each item with as many bytes as it asks for. */
    private static ByteBuffer answer(ReadWork work, int request) {
        ByteBuffer asked = ByteBuffer.allocate(S7_1500.requestBytes());
        work.put(request, asked, 0);
        int items = asked.get(S7Header.REQUEST_BYTES + 1) & 0xFF;
        ByteBuffer answer = ByteBuffer.allocate(S7_1500.answerBytes());
        int at = ReadVar.firstItem(0);
        for (int i = 0; i < items; i++) {
            int bytes = VarItem.count(asked, ReadVar.item(0, i));
            DataItem.write(answer, at, ReturnCode.OK, DataItem.BYTE, bytes);
            for (int value = 0; value < bytes; value += Float.BYTES) {
                answer.putFloat(at + DataItem.HEADER_BYTES + value, i + value + 0.5f);
            }
            at = ReadVar.next(answer, at);
        }
        S7Header.writeAnswer(answer, 0, S7Header.ACK_DATA, 0, 2, at - ReadVar.ANSWER_BYTES, 0);
        answer.put(S7Header.ANSWER_BYTES, (byte) S7Function.READ_VAR);
        answer.put(S7Header.ANSWER_BYTES + 1, (byte) items);
        return answer;
    }

    private Codec written() throws MalformedFrameException {
        answered(Float.BYTES);
        ValueCodec codec = new ValueCodec(S7Scalar.REAL, 0);
        ByteBuffer wire = ByteBuffer.allocate(VALUES * Float.BYTES);
        return () -> {
            int status = StatusCode.GOOD;
            for (int i = 0; i < VALUES; i++) {
                status |= codec.encode(batch, i, wire, i * Float.BYTES);
            }
            return status;
        };
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int handle() throws MalformedFrameException {
        return chosen.once();
    }
}
