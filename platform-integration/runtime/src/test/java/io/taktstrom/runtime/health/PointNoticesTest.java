package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PointNoticesTest {

    private static final ScanClass FAST =
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    private final ManualClock clock = new ManualClock(0);
    private final List<String> warnings = new ArrayList<>();
    private final List<String> notices = new ArrayList<>();
    private final PointNotices points = new PointNotices(clock, warnings::add, notices::add);
    private final Map<String, Integer> statuses = new LinkedHashMap<>();

    private void look() {
        points.look(visitor -> statuses.forEach((name, status) ->
                visitor.onPoint(FAST, new DataPoint(name, "MAIN." + name, null, false, "", Map.of()), status)));
        clock.advance(Duration.ofSeconds(1));
    }

    @Test
    void aPointThatIsBadIsReportedOnceWithItsReasonAndOnceMoreWhenItIsGood() {
        statuses.put("speed", StatusCode.GOOD);
        statuses.put("speeed", StatusCode.withOverflow(StatusCode.BAD_NODE_ID_UNKNOWN));
        look();
        look();
        assertThat(warnings)
                .containsExactly("point speeed (MAIN.speeed) is Bad: Bad_NodeIdUnknown (not found on the device)");
        statuses.put("speeed", StatusCode.BAD_TIMEOUT);
        look();
        assertThat(warnings).hasSize(2).last().asString().contains("Bad_Timeout");
        statuses.put("speeed", StatusCode.UNCERTAIN);
        look();
        look();
        assertThat(notices).containsExactly("point speeed (MAIN.speeed) is Good again");
    }

    @Test
    void aDeviceThatIsLostOrHasSentNothingYetIsNoNewsAboutItsPoints() {
        statuses.put("speed", StatusCode.BAD_WAITING_FOR_INITIAL_DATA);
        statuses.put("wrong", StatusCode.BAD_NODE_ID_UNKNOWN);
        look();
        statuses.replaceAll((name, status) -> StatusCode.BAD_NO_COMMUNICATION);
        look();
        statuses.put("speed", StatusCode.GOOD);
        statuses.put("wrong", StatusCode.BAD_NODE_ID_UNKNOWN);
        look();
        assertThat(warnings).hasSize(1);
        assertThat(notices).isEmpty();
    }

    @Test
    void tenThousandBadPointsAreTenLinesAndACountAndSoIsTheirReturn() {
        for (int i = 0; i < 10_000; i++) {
            statuses.put("p" + i, i % 2 == 0 ? StatusCode.BAD_NODE_ID_UNKNOWN : StatusCode.BAD_TIMEOUT);
        }
        look();
        assertThat(warnings)
                .hasSize(PointNotices.NAMED + 1)
                .last()
                .isEqualTo("and 9990 more points are Bad: 4995 Bad_NodeIdUnknown (not found on the device),"
                        + " 4995 Bad_Timeout (no answer in time); 'takt run FILE --dry' lists all");
        statuses.replaceAll((name, status) -> StatusCode.GOOD);
        look();
        assertThat(notices).as("in the same minute").isEmpty();
        clock.advance(Duration.ofMinutes(1));
        look();
        assertThat(notices).hasSize(PointNotices.NAMED + 1).last().isEqualTo("and 9990 more points are Good again");
    }

    @Test
    void pointsThatComeAndGoEachSecondFillNoLog() {
        for (int second = 0; second < 3600; second++) {
            for (int i = 0; i < 100; i++) {
                statuses.put("p" + i, second % 2 == 0 ? StatusCode.BAD_TIMEOUT : StatusCode.GOOD);
            }
            look();
        }
        assertThat(warnings.size() + notices.size()).isLessThanOrEqualTo(60 * (PointNotices.NAMED + 2));
    }

    @Test
    void aPointThatIsRemovedIsForgotten() {
        statuses.put("wrong", StatusCode.BAD_NODE_ID_UNKNOWN);
        look();
        statuses.clear();
        look();
        statuses.put("wrong", StatusCode.GOOD);
        look();
        assertThat(notices).isEmpty();
    }
}
