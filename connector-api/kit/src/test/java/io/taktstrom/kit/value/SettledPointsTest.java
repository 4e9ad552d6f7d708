package io.taktstrom.kit.value;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettledPointsTest {

    private final List<String> notices = new ArrayList<>();
    private final MemoryBudget grant = new MemoryBudget(1000);

    private SettledPoints points(@Nullable DataType... declared) {
        List<DataPoint> points = new ArrayList<>();
        for (DataType type : declared) {
            DataPoint point = DataPoint.of("a" + points.size());
            points.add(type == null ? point : point.withType(type));
        }
        return new SettledPoints(points, "10.0.0.5:502", grant.part(), notices::add);
    }

    private static DataType array(int count) {
        return ArrayType.of(ScalarType.INT, count);
    }

    @Test
    void theFirstWhoStatesATypeDecides() {
        SettledPoints points = points(ScalarType.REAL, ScalarType.REAL, ScalarType.REAL, null, null);
        points.settle(0, ScalarType.REAL, ScalarType.REAL, ScalarType.WORD);
        points.settle(1, null, ScalarType.REAL, ScalarType.WORD);
        points.settle(2, null, null, ScalarType.WORD);
        points.settle(3, null, null, ScalarType.WORD);
        points.settle(4, ScalarType.LREAL, null, null);

        assertThat(points.types())
                .containsExactly(ScalarType.REAL, ScalarType.REAL, ScalarType.REAL, ScalarType.WORD, ScalarType.LREAL);
        assertThat(points.statuses()).containsOnly(StatusCode.GOOD);
        assertThat(notices).isEmpty();
    }

    @Test
    void whatContradictsIsAMismatchAndSaysBoth() {
        SettledPoints points = points(ScalarType.INT, null, ScalarType.INT);

        assertThat(points.settle(0, ScalarType.REAL, null, null)).isFalse();
        assertThat(points.settle(1, ScalarType.REAL, ScalarType.DINT, null)).isFalse();
        assertThat(points.settle(2, null, ScalarType.DINT, null)).isFalse();

        assertThat(points.statuses()).containsOnly(StatusCode.BAD_TYPE_MISMATCH);
        assertThat(notices)
                .containsExactly(
                        "a0 at 10.0.0.5:502 is REAL, but the point declares INT; correct that, or leave it out",
                        "a1 at 10.0.0.5:502 is REAL, but its address states DINT; correct that, or leave it out",
                        "a2 at 10.0.0.5:502 is DINT, but the point declares INT; correct that, or leave it out");
    }

    @Test
    void whatIsMeantIsEnough() {
        EnumType mode = new EnumType("Mode", ScalarType.DINT, List.of(new EnumType.Member("RUN", 7)));
        assertThat(TypeRule.fits(StringType.string(80), StringType.string(20))).isTrue();
        assertThat(TypeRule.fits(StringType.string(20), StringType.wstring(20))).isFalse();
        assertThat(TypeRule.fits(ScalarType.DINT, mode)).isTrue();
        assertThat(TypeRule.fits(ScalarType.UDINT, mode)).isFalse();
        assertThat(TypeRule.fits(DataType.parse("ARRAY[*] OF INT"), array(5))).isTrue();
        assertThat(TypeRule.fits(array(5), DataType.parse("ARRAY[*] OF INT"))).isTrue();
        assertThat(TypeRule.fits(DataType.parse("ARRAY[1..5] OF INT"), array(5)))
                .isTrue();
        assertThat(TypeRule.fits(array(4), array(5))).isFalse();
    }

    @Test
    void aPointWithoutATypeSaysWhatItNeeds() {
        SettledPoints points = points((DataType) null);
        points.settle(0, null, null, null);

        assertThat(points.statusAt(0)).isEqualTo(StatusCode.BAD_CONFIGURATION_ERROR);
        assertThat(notices)
                .containsExactly("a0 at 10.0.0.5:502 needs a type; state it at the point, type: INT for example");
    }

    @Test
    void aValueThatIsTooLargeCostsItsOwnPointOnly() {
        SettledPoints points = points(null, null, null);
        points.settle(0, array(100), null, null);
        points.settle(1, array(100), null, null);
        points.settle(2, array(10), null, null);

        assertThat(points.statuses())
                .containsExactly(StatusCode.GOOD, StatusCode.BAD_ENCODING_LIMITS_EXCEEDED, StatusCode.GOOD);
        assertThat(points.arenaBytes()).isEqualTo(220);
        assertThat(grant.held()).isEqualTo(880);
        assertThat(notices).singleElement().asString().contains("maxMemory");
        points.memory().close();
        assertThat(grant.held()).isZero();
    }

    @Test
    void theFirstReasonStays() {
        SettledPoints points = points((DataType) null);
        points.refuse(0, StatusCode.BAD_NODE_ID_INVALID, "is no address");
        points.settle(0, ScalarType.REAL, null, null);
        points.refuse(0, StatusCode.BAD_NODE_ID_UNKNOWN, "is not there");

        assertThat(points.statusAt(0)).isEqualTo(StatusCode.BAD_NODE_ID_INVALID);
        assertThat(points.typeAt(0)).isEqualTo(ScalarType.DWORD);
        assertThat(notices).containsExactly("a0 at 10.0.0.5:502 is no address");
    }
}
