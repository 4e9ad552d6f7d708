package io.taktstrom.testkit.contract;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** What is written is what the device gets, or the status says why it did not. */
interface WriteContract extends ContractTest {

    @TestFactory
    default Stream<DynamicTest> aWriteGivesTheDeviceThisValue() throws Exception {
        Connection connection = writer();
        return bench().device().variables().stream()
                .map(variable -> DynamicTest.dynamicTest(
                        variable.address() + ": " + variable.type().text(), () -> {
                            try (PointGroup group = bench().resolve(connection, variable)) {
                                for (Object value : variable.values()) {
                                    SampleBatch batch = group.newBatch();
                                    Values.put(batch, 0, value);
                                    Bench.assertGood(Bench.write(connection, group, batch)[0], "write " + value);
                                    assertThat(bench().device().get(variable.address()))
                                            .isEqualTo(value);
                                }
                            }
                        }));
    }

    /** The device may have changed the variable since: a write is never skipped because its value was written before. */
    @Test
    default void aValueThatWasWrittenBeforeIsWrittenAgain() throws Exception {
        Connection connection = writer();
        for (Variable variable : bench().device().variables()) {
            try (PointGroup group = bench().resolve(connection, variable)) {
                SampleBatch batch = group.newBatch();
                Values.put(batch, 0, variable.values().get(0));
                for (int turn = 0; turn < 2; turn++) {
                    bench().device().set(variable.address(), variable.values().get(1));
                    Bench.assertGood(Bench.write(connection, group, batch)[0], "write " + variable.address());
                    assertThat(bench().device().get(variable.address()))
                            .as(variable.address())
                            .isEqualTo(variable.values().get(0));
                }
            }
        }
    }

    /** A repeated write is not harmless: it may overwrite what the device's program has set in between. */
    @Test
    default void aWriteReachesTheDeviceOnce() throws Exception {
        bench().require(ConnectorFeatures.WRITE_COUNT);
        Connection connection = writer();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, 5L);
        Bench.assertGood(Bench.write(connection, group, batch)[0], "write");
        long before = bench().device().writeRequests();
        for (int turn = 0; turn < 10; turn++) {
            Bench.assertGood(Bench.write(connection, group, batch)[0], "write");
        }
        assertThat(bench().device().writeRequests() - before)
                .as("requests for 10 writes")
                .isEqualTo(10);
    }

    @Test
    default void samplesAreWrittenInTheirOrderTheLastOneStays() throws Exception {
        Connection connection = writer();
        PointGroup group = bench().resolveAll(connection);
        SampleBatch one = group.newBatch();
        SampleBatch batch = new SampleBatch(2 * one.capacity(), 2 * one.arenaCapacity());
        batch.reset(group, SampleBatch.NO_TIME, 0);
        for (int turn = 1; turn >= 0; turn--) {
            for (int i = 0; i < group.size(); i++) {
                Values.put(
                        batch, i, bench().device().variables().get(i).values().get(turn));
            }
        }
        for (int status : Bench.write(connection, group, batch)) {
            Bench.assertGood(status, "write");
        }
        for (Variable variable : bench().device().variables()) {
            assertThat(bench().device().get(variable.address()))
                    .as(variable.address())
                    .isEqualTo(variable.values().get(0));
        }
    }

    @Test
    default void aPointThatIsNotWritableIsNotSentAndTheOthersAre() throws Exception {
        Connection connection = writer();
        List<Variable> variables = bench().device().variables();
        List<DataPoint> points = variables.stream()
                .map(variable -> variables.indexOf(variable) % 2 == 0
                        ? bench().readOnlyPoint(variable)
                        : bench().point(variable))
                .toList();
        PointGroup group = connection.resolve(points);
        SampleBatch batch = group.newBatch();
        for (int i = 0; i < group.size(); i++) {
            bench().device()
                    .set(variables.get(i).address(), variables.get(i).values().get(0));
            Values.put(batch, i, variables.get(i).values().get(1));
        }
        int[] statuses = Bench.write(connection, group, batch);
        for (int i = 0; i < group.size(); i++) {
            boolean writable = points.get(i).writable();
            assertThat(StatusCode.name(statuses[i]))
                    .as(points.get(i).address())
                    .isEqualTo(writable ? "Good" : "Bad_NotWritable");
            assertThat(bench().device().get(variables.get(i).address()))
                    .as(points.get(i).address())
                    .isEqualTo(variables.get(i).values().get(writable ? 1 : 0));
        }
    }

    @Test
    default void aVariableThatTheDeviceProtectsGetsABadStatusAndTheNextOneIsWritten() throws Exception {
        Connection connection = writer();
        String address = bench().device().readOnlyAddress().orElse("");
        if (address.isEmpty()) {
            bench().explained(ConnectorFeatures.READ_ONLY);
        }
        Variable counter = bench().counterAt(8L);
        Object kept = bench().device().get(address);
        PointGroup group = connection.resolve(List.of(DataPoint.of(address).withWritable(), bench().point(counter)));
        Bench.assertGood(group.statusAt(0), "resolve " + address);
        SampleBatch batch = Bench.batch(connection, group);
        Bench.assertGood(batch.statusAt(0), "read " + address);
        bench().device().set(counter.address(), 9L);
        int[] statuses = Bench.write(connection, group, batch);
        Bench.assertBad(statuses[0], "write " + address);
        Bench.assertGood(statuses[1], "write the other");
        assertThat(bench().device().get(address)).isEqualTo(kept);
        assertThat(bench().device().get(counter.address())).isEqualTo(8L);
    }

    @Test
    default void anUnknownPointGetsABadStatusAndTheNextOneIsWritten() throws Exception {
        Connection connection = writer();
        Variable counter = bench().device().counter();
        PointGroup group = connection.resolve(List.of(bench().unknownPoint().withWritable(), bench().point(counter)));
        SampleBatch batch = group.newBatch();
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, 1);
        Values.put(batch, 1, 77L);
        int[] statuses = Bench.write(connection, group, batch);
        Bench.assertBad(statuses[0], "write the unknown point");
        Bench.assertGood(statuses[1], "write the other");
        assertThat(bench().device().get(counter.address())).isEqualTo(77L);
    }

    @Test
    default void anEmptyBatchWritesNothing() throws Exception {
        Connection connection = writer();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        bench().device().set(bench().device().counter().address(), 3L);
        assertThat(Bench.write(connection, group, group.newBatch())).isEmpty();
        assertThat(bench().device().get(bench().device().counter().address())).isEqualTo(3L);
    }

    /** Neither cut off nor wrapped around: a value that does not fit is refused, and the device keeps its own. */
    @TestFactory
    default Stream<DynamicTest> aValueThatDoesNotFitIsRefused() throws Exception {
        Connection connection = writer();
        return bench().device().variables().stream()
                .filter(WriteContract::hasMisfits)
                .map(variable -> DynamicTest.dynamicTest(
                        variable.address() + ": " + variable.type().text(), () -> {
                            try (PointGroup group = bench().resolve(connection, variable)) {
                                Object kept = variable.values().get(0);
                                bench().device().set(variable.address(), kept);
                                for (SampleBatch batch : misfits(group)) {
                                    Bench.assertBad(
                                            Bench.write(connection, group, batch)[0], "write to " + variable.address());
                                    assertThat(bench().device().get(variable.address()))
                                            .isEqualTo(kept);
                                }
                            }
                        }));
    }

    private static boolean hasMisfits(Variable variable) {
        return !(variable.type() instanceof ScalarType scalar)
                || scalar == ScalarType.REAL
                || (isInteger(scalar) && scalar.imageBytes() < Long.BYTES);
    }

    private static boolean isInteger(ScalarType type) {
        return type.kind() == ScalarType.Kind.SIGNED || type.kind() == ScalarType.Kind.UNSIGNED;
    }

    private static List<SampleBatch> misfits(PointGroup group) {
        if (group.typeAt(0) instanceof ScalarType scalar) {
            return scalar == ScalarType.REAL
                    ? List.of(scalar(group, Double.doubleToRawLongBits(1e300)))
                    : List.of(scalar(group, largest(scalar) + 1), scalar(group, smallest(scalar) - 1));
        }
        if (group.typeAt(0) instanceof EnumType enumeration) {
            return List.of(scalar(group, largest(enumeration.base()) + 1));
        }
        if (group.typeAt(0) instanceof StringType string) {
            SampleBatch tooLong = text(group, "x".repeat(string.length() + 1));
            return string.encoding() == StringType.Encoding.WINDOWS_1252
                    ? List.of(tooLong, text(group, "\u03a9"))
                    : List.of(tooLong);
        }
        int bytes = group.typeAt(0).imageBytes();
        return List.of(bytes(group, bytes + 1), bytes(group, bytes - 1), bytes(group, 0));
    }

    private static long largest(ScalarType type) {
        boolean signed = type.kind() == ScalarType.Kind.SIGNED;
        return BigInteger.ONE
                        .shiftLeft(8 * type.imageBytes() - (signed ? 1 : 0))
                        .longValue()
                - 1;
    }

    private static long smallest(ScalarType type) {
        return type.kind() == ScalarType.Kind.SIGNED ? -largest(type) - 1 : 0;
    }

    private static SampleBatch scalar(PointGroup group, long bits) {
        SampleBatch batch = group.newBatch();
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, bits);
        return batch;
    }

    private static SampleBatch text(PointGroup group, String text) {
        SampleBatch batch = new SampleBatch(1, 4 * text.length());
        batch.reset(group, SampleBatch.NO_TIME, 0);
        batch.addText(0, SampleBatch.NO_TIME, StatusCode.GOOD, text);
        return batch;
    }

    private static SampleBatch bytes(PointGroup group, int count) {
        SampleBatch batch = new SampleBatch(1, count);
        batch.reset(group, SampleBatch.NO_TIME, 0);
        batch.addBytes(0, SampleBatch.NO_TIME, StatusCode.GOOD, ByteBuffer.allocate(count), 0, count);
        return batch;
    }

    private Connection writer() throws Exception {
        Bench.assume(bench().can(Capability.WRITE), "the connector cannot write");
        return bench().connect();
    }
}
