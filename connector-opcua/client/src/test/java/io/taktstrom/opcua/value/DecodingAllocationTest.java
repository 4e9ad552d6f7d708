package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** From the bytes of a notification to samples: nothing is allocated once it is warm. */
class DecodingAllocationTest {

    private static final int ROUNDS = 20_000;
    private static final int WORDS = 200;

    /** Value and source time are there. */
    private static final int MASK = 0x05;

    private final Shapes shapes = new Shapes(255, 4096, new MemoryBudget(1 << 20));
    private final Decoding decoding = new Decoding();
    private final List<VariableLayout> layouts = List.of(
            layout(Builtin.INT32, -1),
            layout(Builtin.DOUBLE, -1),
            layout(Builtin.STRING, -1),
            layout(Builtin.INT16, 1));
    private final PointGroup group = new Group(layouts);
    private final SampleBatch batch = new SampleBatch(16, 16 * 1024);
    private ByteBuffer notification = ByteBuffer.allocate(0);

    private VariableLayout layout(int builtin, int rank) {
        try {
            List<Integer> dimensions = rank > 0 ? List.of(WORDS) : List.of();
            Shapes.Found found = shapes.find(new WireType.Simple(builtin), rank, dimensions, null, null);
            return Objects.requireNonNull(found.layout());
        } catch (MalformedFrameException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void write() {
        WireWriter out = new WireWriter();
        out.u8(MASK).u8(Builtin.INT32).i32(42).i64(133_000_000_000_000_000L);
        out.u8(MASK).u8(Builtin.DOUBLE).i64(Double.doubleToLongBits(2.5)).i64(133_000_000_000_000_001L);
        out.u8(MASK)
                .u8(Builtin.STRING)
                .i32(5)
                .u8('p')
                .u8('r')
                .u8('e')
                .u8('s')
                .u8('s')
                .i64(133_000_000_000_000_002L);
        out.u8(MASK).u8(Builtin.INT16 | 0x80).i32(WORDS);
        for (int i = 0; i < WORDS; i++) {
            out.u8(i).u8(0);
        }
        out.i64(133_000_000_000_000_003L);
        notification = ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void decode() throws MalformedFrameException {
        WireReader in = decoding.in().reset(notification, 0, notification.capacity());
        batch.reset(group, 0, 0);
        for (int point = 0; point < layouts.size(); point++) {
            decoding.next();
            layouts.get(point).add(batch, point, 0, decoding);
        }
        if (in.remaining() != 0) {
            throw new AssertionError(in.remaining() + " bytes were not read");
        }
    }

    @Test
    void scalarsStringsAndArraysOfNumbersBecomeSamples() throws Exception {
        decode();
        assertThat(batch.size()).isEqualTo(4);
        for (int i = 0; i < 4; i++) {
            assertThat(batch.statusAt(i)).isEqualTo(StatusCode.GOOD);
        }
        assertThat(Values.get(batch, 0)).isEqualTo(42L);
        assertThat(Values.get(batch, 1)).isEqualTo(2.5);
        assertThat(Values.get(batch, 2)).isEqualTo("press");
        assertThat((List<?>) Values.get(batch, 3)).hasSize(WORDS).last().isEqualTo(199L);
        assertThat(batch.sourceTimeAt(1) - batch.sourceTimeAt(0)).isEqualTo(100);
    }

    @Test
    void decodingAllocatesNothing() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(ROUNDS, this::decode);
    }

    /** Points with these layouts. */
    private record Group(List<VariableLayout> layouts) implements PointGroup {

        @Override
        public List<DataPoint> points() {
            return layouts.stream().map(layout -> DataPoint.of("p")).toList();
        }

        @Override
        public int size() {
            return layouts.size();
        }

        @Override
        public DataType typeAt(int point) {
            return layouts.get(point).type();
        }

        @Override
        public int statusAt(int point) {
            return StatusCode.GOOD;
        }

        @Override
        public void close() {}
    }
}
