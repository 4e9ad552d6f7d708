package io.taktstrom.kit.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Against registers that hold their own number, some of which are missing. */
class PlannedReadsTest {

    private record Registers(int size) implements PointGroup {
        @Override
        public List<DataPoint> points() {
            List<DataPoint> points = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                points.add(DataPoint.of("hr" + i));
            }
            return points;
        }

        @Override
        public DataType typeAt(int point) {
            return ScalarType.WORD;
        }

        @Override
        public int statusAt(int point) {
            return StatusCode.BAD_NODE_ID_INVALID;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    private final Set<Integer> holes = new TreeSet<>();
    private final SampleBatch batch = new SampleBatch(50, 0);
    private int requests;

    private int read(SpanPlan.Piece piece, ByteBuffer image) {
        requests++;
        for (int i = 0; i < piece.span().length(); i++) {
            int register = (int) piece.span().offset() + i;
            image.putShort(piece.imageAt() + 2 * i, (short) register);
            if (isHole(register)) {
                return StatusCode.BAD_NODE_ID_UNKNOWN;
            }
        }
        return StatusCode.GOOD;
    }

    private boolean isHole(int register) {
        return !holes.isEmpty() && holes.contains(register);
    }

    private PlannedReads reads(int points) {
        List<Span> wanted = new ArrayList<>();
        for (int i = 0; i < points; i++) {
            wanted.add(i == 1 ? null : new Span(0, i, 1));
        }
        batch.reset(new Registers(points), 0, 0);
        return new PlannedReads(
                SpanPlan.of(wanted, SpanRules.requests(area -> 20, area -> 2, 20)),
                PlannedReads.Values.in(WireOrder.BIG_ENDIAN));
    }

    private void assertSamples(int points) {
        assertThat(batch.size()).isEqualTo(points);
        for (int i = 0; i < points; i++) {
            int status = i == 1
                    ? StatusCode.BAD_NODE_ID_INVALID
                    : isHole(i) ? StatusCode.BAD_NODE_ID_UNKNOWN : StatusCode.GOOD;
            assertThat(StatusCode.name(batch.statusAt(i))).as("point %d", i).isEqualTo(StatusCode.name(status));
            assertThat(batch.longAt(i)).as("point %d", i).isEqualTo(StatusCode.isGood(status) ? i : 0);
        }
    }

    @Test
    void eachPointHasItsValueOrWhyNot() throws Exception {
        PlannedReads reads = reads(50);
        reads.read(batch, this::read);

        assertSamples(50);
        assertThat(requests).isEqualTo(3);
    }

    @Test
    void whatBeginsToFailCostsItsOwnPointOnlyAtOnce() throws Exception {
        PlannedReads reads = reads(50);
        reads.read(batch, this::read);
        holes.addAll(Set.of(7, 30));
        batch.clear();
        reads.read(batch, this::read);
        assertSamples(50);
        requests = 0;
        batch.clear();
        reads.read(batch, this::read);

        assertSamples(50);
        assertThat(requests)
                .as("by then it knows where the holes are")
                .isEqualTo(reads.plan().pieces().size());
        assertThat(requests).isLessThan(16);
    }

    @Test
    void probingRefusesWhatIsNotThere() throws Exception {
        holes.add(7);
        List<String> notices = new ArrayList<>();
        SettledPoints points =
                new SettledPoints(new Registers(9).points(), "10.0.0.5:502", new MemoryBudget(1).part(), notices::add);
        reads(9).markUnavailable(points, this::read);

        assertThat(points.statusAt(7)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        assertThat(points.statusAt(8)).isEqualTo(StatusCode.GOOD);
        assertThat(notices).containsExactly("hr7 at 10.0.0.5:502 is refused by the device: Bad_NodeIdUnknown");
    }

    @Test
    void aDeviceThatRefusesAllTheTimeDoesNotKeepTheCaller() throws Exception {
        PlannedReads reads = reads(50);
        reads.read(batch, (piece, image) -> {
            requests++;
            return StatusCode.BAD_DEVICE_FAILURE;
        });

        assertThat(batch.size()).isEqualTo(50);
        assertThat(requests).isLessThan(16 * 50);
    }

    @Test
    void aRequestThatFailsAsAWholeFailsTheRead() {
        ConnectorException lost = new ConnectionLostException("pulled");

        assertThatThrownBy(() -> reads(3).read(batch, (piece, image) -> {
                    throw lost;
                }))
                .isSameAs(lost);
    }

    @Test
    void aReadAllocatesNothingEvenWithHoles() throws Exception {
        PlannedReads reads = reads(50);
        holes.add(7);
        PointGroup group = batch.group();
        List<DataPoint> points = group.points();
        assertThat(points).hasSize(50);
        PlannedReads.Source source = this::read;
        reads.read(batch, source);
        SampleBatch own = new SampleBatch(50, 0);
        own.reset(new FixedSize(group, points), 0, 0);
        AllocationMeter.currentThread().assertZeroPerOperation(2_000, () -> {
            own.clear();
            reads.read(own, source);
        });
    }

    /** The same without making a list each time it is asked. */
    private record FixedSize(PointGroup group, List<DataPoint> points) implements PointGroup {
        @Override
        public DataType typeAt(int point) {
            return group.typeAt(point);
        }

        @Override
        public int statusAt(int point) {
            return group.statusAt(point);
        }

        @Override
        public void close() {
            group.close();
        }
    }
}
