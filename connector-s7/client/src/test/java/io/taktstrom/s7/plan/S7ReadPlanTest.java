package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class S7ReadPlanTest {

    private static final PduLimits S7_300 = new PduLimits(240, 240, 20);
    private static final PduLimits S7_1500 = new PduLimits(960, 960, 20);

    private static S7ReadPlan plan(PduLimits limits, String... addresses) {
        return S7ReadPlan.of(Stream.of(addresses).map(S7Address::parse).toList(), limits);
    }

    private static S7ReadPlan dints(PduLimits limits, int count, int stride) {
        return S7ReadPlan.of(
                IntStream.range(0, count)
                        .mapToObj(i -> S7Address.parse("DB1.DBD" + i * stride + ":DINT"))
                        .toList(),
                limits);
    }

    private static List<String> items(S7ReadPlan plan, int request) {
        return plan.request(request).items().stream()
                .map(item -> text(item.piece().span()))
                .toList();
    }

    /** In the words of STEP 7. */
    private static String text(Span span) {
        int block = (int) span.area();
        String start = switch ((int) (span.area() >>> Integer.SIZE)) {
            case AreaCode.DATA_BLOCK -> "DB" + block + ".DBB";
            case AreaCode.INPUT -> "IB";
            case AreaCode.OUTPUT -> "QB";
            case AreaCode.MEMORY -> "MB";
            case AreaCode.TIMER -> "T";
            default -> "C";
        };
        return start + span.offset() + (span.length() > 1 ? ".." + (span.end() - 1) : "");
    }

    @Test
    void oneValueIsOneItemOfItsBytes() {
        S7ReadPlan plan = plan(S7_300, "DB1.DBD4:REAL");
        assertThat(items(plan, 0)).containsExactly("DB1.DBB4..7");
        // As capture s7-300-connect-setup-read-write frame 9, but for address and length.
        ByteBuffer pdu = plan.request(0).pdu();
        assertThat(pdu.capacity()).isEqualTo(24);
        int item = ReadVar.item(0, 0);
        assertThat(VarItem.transport(pdu, item)).isEqualTo(VarItem.BYTE);
        assertThat(VarItem.count(pdu, item)).isEqualTo(4);
        assertThat(VarItem.address(pdu, item)).isEqualTo(32);
        assertThat(plan.summary())
                .hasToString("1 point (4 bytes) in 1 block, 1 item, 1 request; 24 bytes out, 22 bytes in");
    }

    @Test
    void neighboursAndOverlapsAreOneItem() {
        S7ReadPlan plan = plan(S7_300, "DB1.DBD4:REAL", "DB1.DBX5.3", "DB1.DBW8", "DB1.DBB0", "DB1.DBD4:REAL");
        assertThat(plan.requests()).isEqualTo(1);
        assertThat(items(plan, 0)).containsExactly("DB1.DBB0..9");
        assertThat(IntStream.range(0, 5).map(plan.spans()::imageAt)).containsExactly(4, 5, 8, 0, 4);
    }

    @Test
    void areasAndBlocksStayApartAndTimersAreCountedByNumber() {
        S7ReadPlan plan = plan(S7_300, "DB1.DBW0", "DB2.DBW2", "MW4", "IW6", "QW8", "T1", "T2", "C3", "C9");
        assertThat(items(plan, 0))
                .containsExactlyInAnyOrder(
                        "DB1.DBB0..1", "DB2.DBB2..3", "MB4..5", "IB6..7", "QB8..9", "T1..2", "C3..9");
        int timers = items(plan, 0).indexOf("T1..2");
        ByteBuffer pdu = plan.request(0).pdu();
        assertThat(VarItem.transport(pdu, ReadVar.item(0, timers))).isEqualTo(VarItem.TIMER);
        assertThat(VarItem.count(pdu, ReadVar.item(0, timers))).isEqualTo(2);
        assertThat(VarItem.address(pdu, ReadVar.item(0, timers))).isEqualTo(1);
        assertThat(plan.spans().imageAt(6) - plan.spans().imageAt(5)).isEqualTo(2);
    }

    /** Gaps of 4 bytes are cheaper than items; gaps of 60 are not. */
    @Test
    void whetherAGapIsReadDependsOnWhatItCosts() {
        assertThat(dints(S7_1500, 1000, 8).requests()).isEqualTo(9);
        assertThat(dints(S7_1500, 1000, 64).requests()).isEqualTo(50);
        assertThat(dints(S7_300, 1000, 4).requests()).isEqualTo(19);
        // Both in one list: each block is decided by itself.
        List<S7Address> both = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            both.add(S7Address.parse("DB1.DBD" + i * 8 + ":DINT"));
            both.add(S7Address.parse("DB2.DBD" + i * 64 + ":DINT"));
        }
        assertThat(S7ReadPlan.of(both, S7_1500).requests()).isLessThanOrEqualTo(4 + 20);
    }

    @Test
    void aLargeValueGoesInPiecesAndIsOneInTheImage() {
        S7ReadPlan plan = plan(S7_300, "DB1:10:BYTE[1000]", "DB1.DBB5");
        assertThat(plan.requests()).isEqualTo(5);
        assertThat(plan.spans().imageBytes()).isGreaterThanOrEqualTo(1001);
        List<String> all = IntStream.range(0, plan.requests())
                .mapToObj(request -> items(plan, request))
                .flatMap(List::stream)
                .toList();
        assertThat(all).contains("DB1.DBB10..231", "DB1.DBB232..453", "DB1.DBB898..1009");
    }

    @Test
    void pointsWithoutAnAddressAreNotRead() {
        List<@Nullable S7Address> addresses = Arrays.asList(null, S7Address.parse("MW0"), null);
        S7ReadPlan plan = S7ReadPlan.of(addresses, S7_300);
        assertThat(plan.requests()).isEqualTo(1);
        assertThat(plan.spans().blockOf(0)).isEqualTo(SpanPlan.NONE);
        assertThat(S7ReadPlan.of(Arrays.asList(null, null), S7_300).requests()).isZero();
    }

    @Test
    void anErrorOfOnePointIsFoundByReadingThoseAroundItApart() {
        S7ReadPlan plan = plan(S7_300, "DB1.DBW0", "DB1.DBW2", "DB1.DBW4", "DB2.DBW0");
        assertThat(plan.spans().blocks()).isEqualTo(2);
        BitSet refused = new BitSet();
        refused.set(plan.spans().blockOf(0));
        S7ReadPlan apart = plan.apart(refused);
        assertThat(apart.spans().blocks()).isEqualTo(4);
        assertThat(IntStream.range(0, 4).noneMatch(apart.spans()::isShared)).isTrue();
        assertThat(apart.requests()).isEqualTo(1);
    }

    /** Whatever the points are: every byte of every point is read, and no limit is exceeded. */
    @Test
    void anyPlanReadsAllOfEachPointWithinTheLimits() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            PduLimits limits =
                    new PduLimits(100 + random.nextInt(861), 100 + random.nextInt(861), 1 + random.nextInt(40));
            List<S7Address> addresses = new ArrayList<>();
            for (int i = random.nextInt(200); i >= 0; i--) {
                addresses.add(S7Address.parse(any(random)));
            }
            check(S7ReadPlan.of(addresses, limits), addresses, limits, "seed " + seed);
        }
    }

    private static String any(Random random) {
        int offset = random.nextInt(1 << random.nextInt(1, 15));
        return switch (random.nextInt(6)) {
            case 0 -> "T" + offset;
            case 1 -> "MD" + offset;
            case 2 -> "DB1.DBX" + offset + "." + random.nextInt(8);
            case 3 -> "DB" + (1 + random.nextInt(3)) + ":" + offset + ":BYTE[" + (1 + random.nextInt(2000)) + "]";
            case 4 -> "DB2:" + offset + ":LINT";
            default -> "DB1.DBW" + offset;
        };
    }

    private static void check(S7ReadPlan plan, List<S7Address> addresses, PduLimits limits, String seed) {
        String[] image = new String[plan.spans().imageBytes()];
        for (int request = 0; request < plan.requests(); request++) {
            S7ReadPlan.Request one = plan.request(request);
            int answer = S7Header.ANSWER_BYTES + 2;
            assertThat(one.items()).as(seed).hasSizeBetween(1, limits.items());
            assertThat(one.pdu().capacity()).as(seed).isLessThanOrEqualTo(limits.requestBytes());
            for (S7ReadPlan.Item item : one.items()) {
                answer += DataItem.HEADER_BYTES + DataItem.padded(item.bytes());
                Span span = item.piece().span();
                int unit = Areas.unitBytes(span.area());
                for (int i = 0; i < item.bytes(); i++) {
                    int at = item.piece().imageAt() + i;
                    assertThat(image[at]).as(seed).isNull();
                    image[at] = span.area() + "/" + (span.offset() + i / unit) + "/" + i % unit;
                }
            }
            assertThat(answer).as(seed).isEqualTo(one.answerBytes()).isLessThanOrEqualTo(limits.answerBytes());
        }
        for (int point = 0; point < addresses.size(); point++) {
            Span wanted = Areas.span(addresses.get(point));
            int unit = Areas.unitBytes(wanted.area());
            for (int i = 0; i < Areas.bytes(wanted); i++) {
                assertThat(image[plan.spans().imageAt(point) + i])
                        .as("%s, byte %s of point %s", seed, i, point)
                        .isEqualTo(wanted.area() + "/" + (wanted.offset() + i / unit) + "/" + i % unit);
            }
        }
    }
}
