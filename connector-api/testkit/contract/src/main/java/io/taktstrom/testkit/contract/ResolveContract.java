package io.taktstrom.testkit.contract;

import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.InvalidRequestException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Points are found, with their types; a point that is not is a status, not a failure. */
interface ResolveContract extends ContractTest {

    @Test
    default void aGroupHasThePointsInTheirOrderWithTheDevicesTypes() throws Exception {
        List<DataPoint> points = bench().points();
        PointGroup group = bench().resolveAll(bench().connect());
        assertThat(group.points()).isEqualTo(points);
        for (int i = 0; i < group.size(); i++) {
            assertThat(group.typeAt(i))
                    .as(points.get(i).address())
                    .isEqualTo(bench().device().variables().get(i).type());
        }
    }

    @Test
    default void aDeclaredTypeThatIsRightIsAccepted() throws Exception {
        List<DataPoint> points = bench().device().variables().stream()
                .map(variable -> bench().point(variable).withType(variable.type()))
                .toList();
        PointGroup group = bench().connect().resolve(points);
        for (int i = 0; i < group.size(); i++) {
            Bench.assertGood(group.statusAt(i), points.get(i).address());
        }
    }

    /** Neither does the declaration win, nor is it passed over: its author counts on it. */
    @Test
    default void aDeclaredTypeThatIsWrongIsBad() throws Exception {
        Bench.assume(bench().device().knowsTypes(), "the device does not know its types");
        Connection connection = bench().connect();
        for (Variable variable : bench().device().variables()) {
            bench().device().set(variable.address(), variable.values().get(1));
            for (DataType wrong : wrongTypes(variable.type())) {
                String what = variable.address() + " as " + wrong.text();
                PointGroup group =
                        connection.resolve(List.of(bench().point(variable).withType(wrong)));
                Bench.assertBad(group.statusAt(0), "resolve " + what);
                SampleBatch batch = Bench.batch(connection, group);
                Bench.assertBad(batch.statusAt(0), "read " + what);
            }
        }
    }

    private static List<DataType> wrongTypes(DataType type) {
        if (type instanceof StringType) {
            return List.of(ScalarType.LREAL);
        }
        boolean number = type instanceof ScalarType scalar && scalar.imageBytes() > 1;
        return number
                ? List.of(StringType.string(10), type.imageBytes() == 8 ? ScalarType.INT : ScalarType.LINT)
                : List.of(StringType.string(10));
    }

    @Test
    default void anUnknownPointHasABadStatusAndASampleThatSaysSo() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = connection.resolve(List.of(bench().unknownPoint()));
        assertThat(group.size()).isEqualTo(1);
        Bench.assertBad(group.statusAt(0), "resolve");
        SampleBatch batch = Bench.batch(connection, group);
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.pointAt(0)).isZero();
        Bench.assertBad(batch.statusAt(0), "read");
    }

    @Test
    default void anUnknownPointIsReportedToTheObserverByItsAddress() throws Exception {
        bench().connect().resolve(List.of(bench().unknownPoint()));
        assertThat(bench().heard().notices())
                .anySatisfy(
                        notice -> assertThat(notice).contains(bench().device().unknownAddress()));
    }

    /**
     * A point that has no value while it is resolved is read and written once it has one: in the same group, or, where the
     * device has to say its type first, in the next.
     */
    @Test
    default void aPointThatFailsWhileItIsResolvedIsReadAndWrittenLater() throws Exception {
        Variable frail = bench().frail();
        Connection connection = bench().connect();
        bench().device().fail(true);
        PointGroup group = connection.resolve(List.of(bench().point(frail)));
        boolean isUnknown = StatusCode.isBad(group.statusAt(0));
        bench().device().fail(false);
        bench().device().set(frail.address(), frail.values().get(0));
        if (isUnknown && bench().device().knowsTypes()) {
            group = bench().resolve(connection, frail);
        }
        assertThat(Bench.read(connection, group)).isEqualTo(frail.values().get(0));
        if (bench().can(Capability.WRITE)) {
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, frail.values().get(1));
            Bench.assertGood(Bench.write(connection, group, batch)[0], "write " + frail.address());
            assertThat(bench().device().get(frail.address()))
                    .isEqualTo(frail.values().get(1));
        }
    }

    @Test
    default void theSameAddressTwiceIsTwoPoints() throws Exception {
        Connection connection = bench().connect();
        Variable variable = bench().device().counter();
        bench().device().set(variable.address(), 7L);
        PointGroup group = connection.resolve(List.of(bench().point(variable), bench().point(variable)));
        SampleBatch batch = Bench.batch(connection, group);
        assertThat(batch.size()).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            assertThat(batch.pointAt(i)).isEqualTo(i);
            Bench.assertGood(batch.statusAt(i), "read");
            assertThat(Values.get(batch, i)).isEqualTo(7L);
        }
    }

    @Test
    default void groupsOfTheSamePointsAreIndependent() throws Exception {
        Connection connection = bench().connect();
        Variable counter = bench().counterAt(7L);
        PointGroup first = bench().resolve(connection, counter);
        PointGroup second = bench().resolve(connection, counter);
        first.close();
        assertThat(Bench.read(connection, second)).isEqualTo(7L);
    }

    /** One parser judges both before and at the device. */
    @Test
    default void whatTheProviderRefusesIsBadAndWhatIsThereItPasses() throws Exception {
        ConnectorProvider provider = bench().device().provider();
        Endpoint endpoint = bench().device().endpoint();
        Stream<DataPoint> examples =
                provider.descriptor().addresses().examples().stream().map(DataPoint::of);
        assertThat(Stream.of(examples, bench().points().stream(), Stream.of(bench().unknownPoint()))
                        .flatMap(points -> points))
                .allSatisfy(point -> assertThat(provider.validate(endpoint, point))
                        .as(point.address())
                        .isEmpty());
        List<DataPoint> wrong = bench().device().wrongPoints();
        assertThat(wrong)
                .isNotEmpty()
                .allSatisfy(point -> assertThat(provider.validate(endpoint, point))
                        .as("what is wrong with " + point)
                        .hasValueSatisfying(message -> assertThat(message).isNotBlank()));
        PointGroup group = bench().connect().resolve(wrong);
        for (int i = 0; i < group.size(); i++) {
            Bench.assertBad(group.statusAt(i), "resolve " + wrong.get(i));
        }
    }

    @Test
    default void noPointsAtAllIsAnInvalidRequest() throws Exception {
        Connection connection = bench().connect();
        assertThatThrownBy(() -> connection.resolve(List.of())).isInstanceOf(InvalidRequestException.class);
    }
}
