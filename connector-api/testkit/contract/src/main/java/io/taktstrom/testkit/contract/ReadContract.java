package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** What the device has is what a read gives. */
interface ReadContract extends ContractTest {

    @TestFactory
    default Stream<DynamicTest> aReadGivesWhatTheDeviceHas() throws Exception {
        Connection connection = bench().connect();
        return bench().device().variables().stream()
                .map(variable -> DynamicTest.dynamicTest(
                        variable.address() + ": " + variable.type().text(), () -> {
                            try (PointGroup group = bench().resolve(connection, variable)) {
                                for (Object value : variable.values()) {
                                    bench().device().set(variable.address(), value);
                                    assertThat(Bench.read(connection, group)).isEqualTo(value);
                                }
                            }
                        }));
    }

    @Test
    default void aReadOfManyPointsKeepsTheirOrder() throws Exception {
        Connection connection = bench().connect();
        List<Object> expected = new ArrayList<>();
        for (Variable variable : bench().device().variables()) {
            Object value = variable.values().get(variable.values().size() - 1);
            bench().device().set(variable.address(), value);
            expected.add(value);
        }
        PointGroup group = bench().resolveAll(connection);
        SampleBatch batch = Bench.batch(connection, group);
        assertThat(batch.size()).isEqualTo(expected.size());
        for (int i = 0; i < batch.size(); i++) {
            String address = group.points().get(i).address();
            assertThat(batch.pointAt(i)).as(address).isEqualTo(i);
            Bench.assertGood(batch.statusAt(i), address);
            assertThat(Values.get(batch, i)).as(address).isEqualTo(expected.get(i));
        }
    }

    @Test
    default void aReadSaysWhenItsSamplesCame() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolveAll(connection);
        SampleBatch batch = group.newBatch();
        for (int round = 0; round < 2; round++) {
            long before = bench().clock().epochNanos();
            connection.read(group, batch);
            assertThat(batch.receivedAt())
                    .as("by the clock that the connection was given")
                    .isBetween(before, bench().clock().epochNanos());
        }
    }

    /** An old value is never passed off as the present one. */
    @Test
    default void aVariableThatBeginsToFailIsBadUntilItIsWellAgain() throws Exception {
        Variable frail = bench().frail();
        Variable counter = bench().device().counter();
        Connection connection = bench().connect();
        PointGroup group = connection.resolve(List.of(bench().point(frail), bench().point(counter)));
        SampleBatch batch = group.newBatch();
        long count = 0;
        for (boolean failing : new boolean[] {false, true, true, false}) {
            bench().device().fail(failing);
            Object value = frail.values().get((int) count % 2);
            if (!failing) {
                bench().device().set(frail.address(), value);
            }
            bench().device().set(counter.address(), ++count);
            connection.read(group, batch);
            assertThat(batch.size()).isEqualTo(2);
            if (failing) {
                Bench.assertBad(batch.statusAt(0), "read " + frail.address() + " while it fails");
            } else {
                Bench.assertGood(batch.statusAt(0), "read " + frail.address());
                assertThat(Values.get(batch, 0)).as(frail.address()).isEqualTo(value);
            }
            Bench.assertGood(batch.statusAt(1), "read " + counter.address() + " beside it");
            assertThat(Values.get(batch, 1)).as(counter.address()).isEqualTo(count);
        }
    }

    @Test
    default void oneBadPointAmongAThousandCostsOneBadStatus() throws Exception {
        Connection connection = bench().connect();
        List<Variable> variables = bench().device().variables();
        for (Variable variable : variables) {
            bench().device().set(variable.address(), variable.values().get(0));
        }
        int bad = 500;
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i <= 1000; i++) {
            points.add(i == bad ? bench().unknownPoint() : bench().point(variables.get(i % variables.size())));
        }
        PointGroup group = connection.resolve(points);
        Bench.assertBad(group.statusAt(bad), "the unknown point");
        SampleBatch batch = Bench.batch(connection, group);
        assertThat(batch.size()).isEqualTo(points.size());
        for (int i = 0; i < batch.size(); i++) {
            assertThat(batch.pointAt(i)).isEqualTo(i);
            if (i == bad) {
                Bench.assertBad(batch.statusAt(i), "the unknown point");
            } else {
                Bench.assertGood(batch.statusAt(i), points.get(i).address());
                assertThat(Values.get(batch, i))
                        .as(points.get(i).address())
                        .isEqualTo(variables.get(i % variables.size()).values().get(0));
            }
        }
    }
}
