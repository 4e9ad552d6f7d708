package io.taktstrom.testkit;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.Connection;
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

    /** Whatever the connector makes of the contradiction, it must not pass off wrong bytes as a value. */
    @Test
    default void aDeclaredTypeThatIsWrongNeverGivesAWrongValue() throws Exception {
        Bench.assume(bench().device().knowsTypes(), "the device does not know its types");
        Connection connection = bench().connect();
        for (Variable variable : bench().device().variables()) {
            DataType wrong = variable.type() instanceof StringType ? ScalarType.LREAL : StringType.string(10);
            bench().device().set(variable.address(), variable.values().get(1));
            PointGroup group =
                    connection.resolve(List.of(bench().point(variable).withType(wrong)));
            SampleBatch batch = group.newBatch();
            connection.read(group, batch);
            if (!StatusCode.isBad(batch.statusAt(0))) {
                assertThat(group.typeAt(0)).as(variable.address()).isEqualTo(variable.type());
                assertThat(Values.get(batch, 0))
                        .as(variable.address())
                        .isEqualTo(variable.values().get(1));
            }
        }
    }

    @Test
    default void anUnknownPointHasABadStatusAndASampleThatSaysSo() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = connection.resolve(List.of(bench().unknownPoint()));
        assertThat(group.size()).isEqualTo(1);
        Bench.assertBad(group.statusAt(0), "resolve");
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.pointAt(0)).isZero();
        Bench.assertBad(batch.statusAt(0), "read");
    }

    @Test
    default void theSameAddressTwiceIsTwoPoints() throws Exception {
        Connection connection = bench().connect();
        Variable variable = bench().device().counter();
        bench().device().set(variable.address(), 7L);
        PointGroup group = connection.resolve(List.of(bench().point(variable), bench().point(variable)));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(batch.size()).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            assertThat(batch.pointAt(i)).isEqualTo(i);
            Bench.assertGood(batch.statusAt(i), "read");
            assertThat(Values.get(batch, i)).isEqualTo(7L);
        }
    }

    @Test
    default void noPointsAtAllIsAnInvalidRequest() throws Exception {
        Connection connection = bench().connect();
        assertThatThrownBy(() -> connection.resolve(List.of())).isInstanceOf(InvalidRequestException.class);
    }
}
