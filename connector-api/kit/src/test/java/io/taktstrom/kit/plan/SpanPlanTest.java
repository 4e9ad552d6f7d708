package io.taktstrom.kit.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SpanPlanTest {

    /** Registers of two bytes, 100 in a request, which costs as much as 20 bytes read in vain. */
    private static final SpanRules REGISTERS = SpanRules.requests(area -> 100, area -> 2, 20);

    private static Span at(long offset, int length) {
        return new Span(3, offset, length);
    }

    private static List<Span> read(SpanPlan plan) {
        return plan.pieces().stream().map(SpanPlan.Piece::span).toList();
    }

    private static BitSet all(SpanPlan plan) {
        BitSet blocks = new BitSet();
        blocks.set(0, plan.blocks());
        return blocks;
    }

    @Test
    void nearPointsAreReadTogetherAndFarOnesAreNot() {
        SpanPlan plan = SpanPlan.of(List.of(at(30, 2), at(0, 2), at(10, 1)), REGISTERS);

        assertThat(read(plan)).containsExactly(at(0, 11), at(30, 2));
        assertThat(plan.imageAt(1)).isZero();
        assertThat(plan.imageAt(2)).isEqualTo(20);
        assertThat(plan.imageAt(0)).isEqualTo(22);
        assertThat(plan.imageBytes()).isEqualTo(26);
        assertThat(plan.isShared(plan.blockOf(1))).isTrue();
        assertThat(plan.isShared(plan.blockOf(0))).isFalse();
    }

    @Test
    void areasAreReadApart() {
        SpanPlan plan = SpanPlan.of(List.of(new Span(1, 0, 1), new Span(2, 1, 1)), REGISTERS);

        assertThat(read(plan)).containsExactly(new Span(1, 0, 1), new Span(2, 1, 1));
    }

    @Test
    void noRequestReadsMoreThanTheDeviceLetsIt() {
        SpanPlan plan = SpanPlan.of(List.of(at(0, 60), at(60, 60), at(200, 250), at(210, 1)), REGISTERS);

        assertThat(read(plan)).containsExactly(at(0, 60), at(60, 60), at(200, 100), at(300, 100), at(400, 50));
        assertThat(plan.pieces().get(4).imageAt()).isEqualTo(240 + 400);
        assertThat(plan.blockOf(3)).as("inside another").isEqualTo(plan.blockOf(2));
    }

    @Test
    void aPointThatIsNotToBeReadIsNot() {
        SpanPlan plan = SpanPlan.of(Arrays.asList(null, at(5, 1)), REGISTERS);

        assertThat(plan.blockOf(0)).isEqualTo(SpanPlan.NONE);
        assertThat(read(plan)).containsExactly(at(5, 1));
        assertThat(SpanPlan.of(List.of(), REGISTERS).pieces()).isEmpty();
    }

    @Test
    void theSamePlaceTwiceIsNoReasonToSplit() {
        SpanPlan plan = SpanPlan.of(List.of(at(5, 1), at(5, 1)), REGISTERS);

        assertThat(plan.isShared(0)).isFalse();
        assertThat(read(plan.apart(all(plan)))).isEqualTo(read(plan));
        assertThat(read(plan.halved(all(plan)))).isEqualTo(read(plan));
    }

    @Test
    void whatWasRefusedIsReadPointByPoint() {
        SpanPlan plan = SpanPlan.of(List.of(at(0, 1), at(2, 1), at(50, 1), at(52, 1)), REGISTERS);
        BitSet first = new BitSet();
        first.set(0);

        assertThat(read(plan.apart(first))).containsExactlyInAnyOrder(at(0, 1), at(2, 1), at(50, 3));
    }

    /** As a device with holes asks for it: what has a hole in it is refused as a whole. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void halvingFindsTheHolesInFewRequests(long seed) {
        Random random = new Random(seed);
        List<Span> wanted = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            wanted.add(at(i, 1));
        }
        long hole = random.nextInt(64);
        SpanPlan plan = SpanPlan.of(wanted, REGISTERS);
        int requests = 0;
        BitSet refused = refusals(plan, hole);
        while (plan.isShared(refused.nextSetBit(0))) {
            requests += plan.pieces().size();
            plan = plan.halved(refused);
            refused = refusals(plan, hole);
        }

        assertThat(requests).as("seed %d", seed).isLessThan(64);
        assertThat(plan.pieces()).hasSizeLessThanOrEqualTo(8);
        for (int point = 0; point < 64; point++) {
            assertThat(refused.get(plan.blockOf(point))).as("point %d", point).isEqualTo(point == hole);
        }
    }

    private static BitSet refusals(SpanPlan plan, long hole) {
        BitSet refused = new BitSet();
        for (SpanPlan.Piece piece : plan.pieces()) {
            if (piece.span().contains(at(hole, 1))) {
                refused.set(piece.block());
            }
        }
        return refused;
    }

    /** Whatever is planned, each point's bytes are where the plan says they are. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14})
    void eachPointsBytesAreWhereThePlanSays(long seed) {
        Random random = new Random(seed);
        List<Span> wanted = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            wanted.add(new Span(random.nextInt(3), random.nextInt(500), 1 + random.nextInt(random.nextInt(150) + 1)));
        }
        SpanPlan plan = SpanPlan.of(wanted, REGISTERS);
        for (int round = 0; round < 4; round++) {
            long[] image = new long[plan.imageBytes() / 2];
            for (SpanPlan.Piece piece : plan.pieces()) {
                assertThat(piece.span().length()).isLessThanOrEqualTo(100);
                for (int i = 0; i < piece.span().length(); i++) {
                    image[piece.imageAt() / 2 + i] =
                            1000 * piece.span().area() + piece.span().offset() + i;
                }
            }
            for (int point = 0; point < wanted.size(); point++) {
                Span span = wanted.get(point);
                for (int i = 0; i < span.length(); i++) {
                    assertThat(image[plan.imageAt(point) / 2 + i])
                            .as("seed %d, %s", seed, span)
                            .isEqualTo(1000 * span.area() + span.offset() + i);
                }
            }
            plan = round % 2 == 0 ? plan.halved(all(plan)) : plan.apart(all(plan));
        }
    }
}
