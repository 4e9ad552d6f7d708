package io.taktstrom.stream.stage;

import java.time.Duration;

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

class DownsampleTest {

    private static final Duration TEN = Duration.ofNanos(10);

    private final FixedGroup dint = TestGroups.dints(1);

    @Test
    void everyNthCountsEachPointByItself() {
        StageRun run = new StageRun(Downsample.everyNth(3), TestGroups.dints(2));
        for (int i = 0; i < 7; i++) {
            run.send(0, i, GOOD, i);
        }
        run.send(1, 1, GOOD, 100);
        assertThat(run.values()).containsExactly(0L, 3L, 6L, 100L);
    }

    @Test
    void everyNthPassesANewStatusAndRestartsTheCount() {
        StageRun run = new StageRun(Downsample.everyNth(3), dint);
        run.send(1, 1)
                .send(2, 2)
                .sendBad(3, BAD_TIMEOUT)
                .sendBad(4, BAD_TIMEOUT)
                .send(5, 5)
                .send(6, 6)
                .send(7, 7);
        run.send(8, 8);
        assertThat(run.passed()).extracting(StageRun.Passed::time).containsExactly(1L, 3L, 5L, 8L);
    }

    @Test
    void everyFirstPassesAll() {
        StageRun run = new StageRun(Downsample.everyNth(1), dint);
        run.send(1, 1).send(2, 2).send(3, 3);
        assertThat(run.values()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void theFirstOfEachIntervalPasses() {
        StageRun run = new StageRun(Downsample.firstOf(TEN), dint);
        run.send(103, 1).send(109, 2).send(110, 3).send(111, 4).send(145, 5);
        assertThat(run.values()).containsExactly(1L, 3L, 5L);
    }

    @Test
    void anIntervalsNewStatusPassesAtOnce() {
        StageRun run = new StageRun(Downsample.firstOf(TEN), dint);
        run.send(103, 1).sendBad(104, BAD_TIMEOUT).send(105, 2).send(106, 3);
        assertThat(run.passed()).extracting(StageRun.Passed::status).containsExactly(GOOD, BAD_TIMEOUT, GOOD);
    }

    @Test
    void ourTimeCountsWhereTheDeviceHasNone() {
        StageRun run = new StageRun(Downsample.firstOf(TEN), dint);
        run.send(SampleBatch.NO_TIME, 1).send(SampleBatch.NO_TIME, 2).send(5_001, 3);
        assertThat(run.values()).as("all were received at 5000").containsExactly(1L);
    }

    @Test
    void timesBeforeTheEpochFallIntoIntervalsToo() {
        StageRun run = new StageRun(Downsample.firstOf(TEN), dint);
        run.send(-5, 1).send(-1, 2).send(1, 3);
        assertThat(run.values()).containsExactly(1L, 3L);
    }

    @Test
    void theMeanOfAnIntervalComesWithTheNextIntervalAndCarriesItsStart() {
        StageRun run = new StageRun(new Average(TEN), dint);
        run.send(101, 1)
                .send(102, 2)
                .send(104, 3)
                .send(109, 7)
                .send(112, 10)
                .send(119, 20)
                .send(120, 0);
        assertThat(run.passed())
                .containsExactly(
                        new StageRun.Passed(0, 1.0, GOOD, 101),
                        new StageRun.Passed(0, 4.0, GOOD, 100),
                        new StageRun.Passed(0, 15.0, GOOD, 110));
        assertThat(run.types()).containsOnly(ScalarType.LREAL);
    }

    @Test
    void thereIsNoMeanOverAFault() {
        StageRun run = new StageRun(new Average(TEN), dint);
        run.send(101, 1).send(102, 100).sendBad(103, BAD_TIMEOUT).sendBad(104, BAD_TIMEOUT);
        run.send(105, 5).send(106, 7).send(115, 9);
        assertThat(run.passed())
                .containsExactly(
                        new StageRun.Passed(0, 1.0, GOOD, 101),
                        new StageRun.Passed(0, "none", BAD_TIMEOUT, 103),
                        new StageRun.Passed(0, 5.0, GOOD, 105),
                        new StageRun.Passed(0, 7.0, GOOD, 100));
    }

    @Test
    void textsHaveNoMeanAndPass() {
        StageRun run = new StageRun(new Average(TEN), TestGroups.of(StringType.string(5)));
        run.send(101, "a").send(102, "b");
        assertThat(run.values()).containsExactly("a", "b");
    }

    @Test
    void noMoreSamplesLeaveThanCome() {
        Average average = new Average(TEN);
        SampleBatch batch = new SampleBatch(6, 0);
        batch.reset(dint, 1, 0);
        for (int i = 0; i < 6; i++) {
            batch.add(0, i * 10L, GOOD, i);
        }
        int[] passed = new int[1];
        average.process(batch, out -> passed[0] += out.size());
        assertThat(passed[0])
                .as("the first and the means of all intervals but the last")
                .isEqualTo(5);
    }

    @Test
    void impossibleSettingsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Downsample.everyNth(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Downsample.firstOf(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> new Average(Duration.ofNanos(-1)));
    }
}
