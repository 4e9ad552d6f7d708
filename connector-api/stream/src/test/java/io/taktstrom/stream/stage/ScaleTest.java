package io.taktstrom.stream.stage;

import java.math.BigInteger;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.TestGroups;
import org.junit.jupiter.api.Test;

import static io.taktstrom.data.StatusCode.BAD_TIMEOUT;
import static io.taktstrom.data.StatusCode.GOOD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ScaleTest {

    @Test
    void anIntegerBecomesAnLrealInTheGroupToo() {
        StageRun run = new StageRun(new Scale(point -> new Scaling(0.5, 10)), TestGroups.of(ScalarType.INT));
        run.send(1, 7).send(2, -8);
        assertThat(run.values()).containsExactly(13.5, 6.0);
        assertThat(run.types()).containsOnly(ScalarType.LREAL);
    }

    @Test
    void unsignedAndFloatingPointNumbersScaleToo() {
        StageRun run =
                new StageRun(new Scale(point -> new Scaling(2, 0)), TestGroups.of(ScalarType.ULINT, ScalarType.REAL));
        run.send(0, 1, GOOD, BigInteger.TWO.pow(63)).send(1, 1, GOOD, 1.5f);
        assertThat(run.values()).containsExactly(Math.pow(2, 64), 3.0);
    }

    @Test
    void textsAndPointsWithoutAScalingStayAsTheyAre() {
        Scale scale = new Scale(point -> point.name().equals("p1") ? null : new Scaling(2, 0));
        StageRun run = new StageRun(scale, TestGroups.of(StringType.string(5), ScalarType.INT, ScalarType.INT));
        run.send(0, 1, GOOD, "abc").send(1, 1, GOOD, 3).send(2, 1, GOOD, 3);
        assertThat(run.values()).containsExactly("abc", 3L, 6.0);
        assertThat(run.types()).containsExactly(StringType.string(5), ScalarType.INT, ScalarType.LREAL);
    }

    @Test
    void badSamplesStayBad() {
        StageRun run = new StageRun(new Scale(point -> new Scaling(2, 1)), TestGroups.of(ScalarType.INT));
        run.sendBad(1, BAD_TIMEOUT);
        assertThat(run.passed()).extracting(StageRun.Passed::status).containsExactly(BAD_TIMEOUT);
    }

    @Test
    void theDerivedGroupStaysAsLongAsTheSourcesDoes() {
        Scale scale = new Scale(point -> new Scaling(2, 1));
        FixedGroup group = TestGroups.dints(1);
        PointGroup first = groupAfter(scale, group);
        assertThat(groupAfter(scale, group)).isSameAs(first);
        assertThat(groupAfter(scale, TestGroups.dints(2))).isNotSameAs(first);
        assertThat(first.points()).isEqualTo(group.points());
    }

    private static PointGroup groupAfter(Scale scale, FixedGroup group) {
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(group, 1, 0);
        batch.add(0, 1, GOOD, 1);
        PointGroup[] result = new PointGroup[1];
        scale.process(batch, out -> result[0] = out.group());
        return result[0];
    }

    @Test
    void aScalingMayBeGivenByTwoPoints() {
        Scaling current = Scaling.between(0, 27_648, 4, 20);
        assertThat(0 * current.factor() + current.offset()).isEqualTo(4);
        assertThat(27_648 * current.factor() + current.offset()).isEqualTo(20);
    }

    @Test
    void aScalingThatDestroysValuesIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Scaling(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Scaling.between(5, 5, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Scaling(1, Double.NaN));
    }
}
