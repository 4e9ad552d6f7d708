package io.taktstrom.runtime.compute;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.RecordedSample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunningComputedTest extends ComputeFixture {

    private static final int UNCERTAIN = StatusCode.UNCERTAIN;

    @Test
    void aResultComesOnceAllInputsAreKnownWithTheTimeOfTheNewest() {
        use(point("x", "a * 2.0 / c"));
        press.add(0, 10, 3).send();
        assertThat(stream.samples).isEmpty();
        oven.add(0, 5, 4).send();
        assertThat(stream.texts()).containsExactly("x=1.5");
        press.add(0, 20, 6).send();
        assertThat(stream.texts()).containsExactly("x=1.5", "x=3.0");
        assertThat(stream.samples).extracting(RecordedSample::sourceTime).containsExactly(START + 10, START + 20);
        assertThat(stream.samples).extracting(RecordedSample::sequence).containsExactly(0L, 1L);
        assertThat(press.passed.samples).as("inputs pass as they are").hasSize(2);
    }

    @Test
    void inputsOfOneTimeInABatchMakeOneResult() {
        use(point("x", "a + b"));
        press.add(0, 1, 1).add(1, 1, 10).add(0, 2, 2).add(1, 2, 20).send();
        assertThat(stream.texts()).containsExactly("x=11.0", "x=22.0");
        press.add(0, 3, 3).add(1, 4, 40).send();
        assertThat(stream.texts()).as("two times").endsWith("x=23.0", "x=43.0");
        press.add(0, 5, 5).add(0, 5, 6).send();
        assertThat(stream.texts()).as("one time, and twice the same point").endsWith("x=45.0", "x=46.0");
    }

    @Test
    void chainsAreEvaluatedOnceInTheirOrder() {
        use(point("x", "a + b"), point("y", "x * 2.0"), point("z", "y - x"));
        press.add(0, 1, 1).add(1, 1, 2).send();
        assertThat(stream.texts()).containsExactly("x=3.0", "y=6.0", "z=3.0");
    }

    @Test
    void statusesPropagate() {
        use(point("x", "a + c"), point("skips", "a + c", OnBad.SKIP), point("lasts", "a + c", OnBad.LAST));
        oven.add(0, 1, 1).send();
        press.add(0, 1, StatusCode.BAD_TIMEOUT, 0).send();
        assertThat(stream.texts())
                .as("there is no last value")
                .containsExactly("x=null Bad_Timeout", "lasts=null Bad_Timeout");
        press.add(0, 2, UNCERTAIN, 2).send();
        assertThat(stream.texts()).endsWith("x=3.0 Uncertain", "skips=3.0 Uncertain", "lasts=3.0 Uncertain");
        press.add(0, 3, StatusCode.BAD_TIMEOUT, 0).send();
        oven.add(0, 4, 5).send();
        assertThat(stream.texts())
                .endsWith(
                        "x=null Bad_Timeout",
                        "lasts=3.0 Uncertain_LastUsableValue",
                        "x=null Bad_Timeout",
                        "lasts=7.0 Uncertain_LastUsableValue");
        press.add(0, 5, 1).send();
        assertThat(stream.texts()).endsWith("x=6.0", "skips=6.0", "lasts=6.0");
    }

    @Test
    void aLossMarksTheNextResultAlsoOfWhatIsComputedFromIt() {
        use(point("x", "a + c"), point("y", "x + 1.0"), point("other", "c"));
        press.add(0, 1, StatusCode.withOverflow(StatusCode.GOOD), 1).send();
        assertThat(stream.samples).as("the mark waits").isEmpty();
        oven.add(0, 1, 1).send();
        press.add(0, 2, 2).send();
        assertThat(stream.texts())
                .containsExactly("x=2.0 Good+Overflow", "y=3.0 Good+Overflow", "other=1.0", "x=3.0", "y=4.0");
    }

    @Test
    void whatHasNoValueIsBadAndToldOnce() {
        use(point("x", "n / (n - 7)"), point("y", "x + 1"));
        for (int i = 0; i < 3; i++) {
            press.add(2, i, 7).send();
            press.add(2, i, 8).send();
        }
        assertThat(stream.texts().subList(0, 4))
                .containsExactly("x=null Bad_OutOfRange", "y=null Bad_OutOfRange", "x=8", "y=9");
        assertThat(notices)
                .containsExactly(
                        "x = n / (n - 7): division by zero; the result is Bad_OutOfRange, which is not told again");
        assertThat(computed.failures()).isEqualTo(3);
    }

    @Test
    void typesThatDoNotFitAreToldWithTheirPlace() {
        use(point("x", "n * 2.0"), point("y", "a * 2.0"));
        press.add(0, 1, 1).add(2, 1, 1).send();
        press.add(2, 2, 1).send();
        assertThat(stream.texts())
                .containsExactly("x=null Bad_ConfigurationError", "y=2.0", "x=null Bad_ConfigurationError");
        assertThat(notices).hasSize(1);
        assertThat(notices.get(0))
                .startsWith("x = n * 2.0: '*' does not take int, double, in line 1, column 3; turn one into the other");
    }

    @Test
    void aNumberThatIsTooLargeAndATextThatIsTooLongAreBad() {
        use(point("x", "u + 1"), point("y", "text + '!'"));
        oven.text(1, 1, "ok").add(2, 1, 5).send();
        oven.batch.add(2, START + 2, StatusCode.GOOD, -1);
        oven.text(1, 2, "x".repeat(5_000)).send();
        assertThat(stream.texts()).containsExactly("x=6", "y=ok!", "x=null Bad_OutOfRange", "y=null Bad_OutOfRange");
    }

    @Test
    void scaledPointsAreTakenAsTheyArePublished() {
        PointConfig scaled = new PointConfig(DataPoint.of("n", "n"), "press", "fast", 0.5, 10, null, null);
        use(point("x", "n + 0.25"));
        AccountedSink inlet = computed.watched(List.of(press.points.get(0), press.points.get(1), scaled), press.passed);
        press.add(2, 1, 7);
        inlet.onSamples(press.batch);
        assertThat(stream.texts()).containsExactly("x=13.75");
    }

    @Test
    void aSampleWithoutATimeIsNowForTheExpression() {
        use(point("x", "n > 0 ? time : time"));
        press.batch.add(2, SampleBatch.NO_TIME, StatusCode.GOOD, 1);
        press.send();
        assertThat(stream.samples.get(0).sourceTime()).isEqualTo(SampleBatch.NO_TIME);
        assertThat(stream.samples.get(0).value()).isNotNull();
    }

    @Test
    void aTypeThatChangesMakesAnotherGroup() {
        use(point("x", "n + n"));
        press.add(2, 1, 3).send();
        Scan other = new Scan(types("n", ScalarType.LREAL));
        other.add(0, 2, 0.25).send();
        press.add(2, 3, 4).send();
        assertThat(stream.texts()).containsExactly("x=6", "x=0.5", "x=8");
    }

    @Test
    void aReloadGoesOnWithWhatIsTheSameAndComputesWhatIsNew() {
        use(point("x", "a + c"), point("y", "a"));
        press.add(0, 1, 1).send();
        oven.add(0, 1, 2).send();
        assertThat(stream.texts()).containsExactly("y=1.0", "x=3.0");
        use(point("x", "a - c"), point("y", "a"));
        assertThat(stream.texts()).as("at once, from what is known").containsExactly("y=1.0", "x=3.0", "x=-1.0");
        Taken second = new Taken();
        use(Map.of("plant", stream, "second", second), List.of(), List.of(), point("x", "a - c"), point("y", "a"));
        assertThat(stream.samples).as("no one gets a result twice").hasSize(3);
        assertThat(second.texts()).containsExactly("x=-1.0", "y=1.0");
        press.add(0, 2, 5).send();
        assertThat(stream.texts()).endsWith("x=3.0", "y=5.0");
        assertThat(stream.samples).extracting(RecordedSample::sequence).containsExactly(0L, 1L, 2L, 3L, 4L);
        use();
        press.add(0, 3, 6).send();
        assertThat(stream.samples).hasSize(5);
        assertThat(press.passed.samples).hasSize(3);
    }

    @Test
    void aConditionOpensAndClosesAStream() {
        use(Map.of(), List.of(when("s", "a > 1.0 && x > 0.0")), List.of(), point("x", "c"));
        StreamCondition condition = computed.condition("s");
        assertThat(condition.holds()).isFalse();
        press.add(0, 1, 2).send();
        oven.add(0, 1, 1).send();
        assertThat(condition.holds()).isTrue();
        press.add(0, 2, UNCERTAIN, 3).send();
        assertThat(condition.holds()).as("Uncertain is usable").isTrue();
        press.add(0, 3, StatusCode.BAD_TIMEOUT, 0).send();
        assertThat(condition.holds()).as("Bad is not").isFalse();
        press.add(0, 4, 2).send();
        use(Map.of(), List.of(when("s", "a > 1.0 && x > 5.0")), List.of(), point("x", "c"));
        assertThat(condition.holds()).isFalse();
        oven.add(0, 5, 6).send();
        assertThat(condition.holds()).isTrue();
    }

    @Test
    void alarmsWatchConditionsAndComputedPoints() {
        AlarmConfig hot = alarm("hot", new AlarmRule.Holds("hot", expression("a > 70.0 && n > 0")));
        AlarmConfig high = alarm("high", new AlarmRule.Limit(List.of("x"), true, 100, 0));
        AlarmConfig bad = alarm("bad", new AlarmRule.Bad(List.of("**")));
        use(Map.of("plant", stream), List.of(), List.of(hot, high, bad), point("x", "a * 2.0"));
        press.add(0, 1, 60).add(2, 1, 1).send();
        assertThat(raised()).containsExactly("high");
        press.add(0, 2, 71).send();
        assertThat(raised()).containsExactly("hot", "high");
        assertThat(notices).contains("alarm hot raised, warning: 'a > 70.0 && n > 0' holds");
        press.add(0, 3, 10).send();
        assertThat(raised()).isEmpty();
        press.add(0, 3, StatusCode.BAD_TIMEOUT, 0).send();
        assertThat(raised())
                .as("x is Bad, and the condition is not a point of the plant")
                .containsExactly("bad");
        assertThat(stream.samples).allMatch(sample -> sample.point().equals("x"));
    }

    private static AlarmConfig alarm(String name, AlarmRule rule) {
        return new AlarmConfig(name, rule, Duration.ZERO, Duration.ZERO, AlarmConfig.Severity.WARNING, "");
    }

    private List<String> raised() {
        clock.advance(Duration.ofSeconds(1));
        alarms.look(new Facts(clock.epochNanos(), true, false, List.of(), List.of(), List.of(), Map.of(), 0, "", ""));
        return alarms.reports().stream()
                .filter(AlarmReport::isActive)
                .map(AlarmReport::name)
                .toList();
    }

    @Test
    void aStreamThatStandsStillHoldsUpNoOneWhoHasNothingForIt() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        AccountedSink slow = new AccountedSink() {
            @Override
            public void onSamples(SampleBatch batch) {
                begun.countDown();
                try {
                    open.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public void lose(DropReason reason, long samples) {}
        };
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                Map.of(),
                null,
                List.of(point("slow", "a"), point("quick", "c")));
        computed.use(
                deployment, name -> name.equals("slow") ? Map.of("slow", () -> slow) : Map.of("quick", () -> stream));
        FutureTask<Boolean> source = new FutureTask<>(() -> {
            press.add(0, 1, 1).send();
            return true;
        });
        new Thread(source).start();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        oven.add(0, 1, 2).send();
        assertThat(stream.texts()).containsExactly("quick=2.0");
        open.countDown();
        assertThat(source.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whereNothingIsComputedABatchCostsNothing() throws Exception {
        use(point("x", "c"));
        press.add(0, 1, 1).add(1, 1, 1);
        long[] passed = {0};
        AccountedSink next = new AccountedSink() {
            @Override
            public void onSamples(SampleBatch batch) {
                passed[0] += batch.size();
            }

            @Override
            public void lose(DropReason reason, long samples) {}
        };
        AccountedSink inlet = computed.watched(press.points, next);
        AllocationMeter.currentThread().assertZeroPerOperation(20_000, () -> inlet.onSamples(press.batch));
        assertThat(passed[0]).isPositive();
    }

    @Test
    void whateverComesEachResultIsThatOfTheLatestValues() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        use(point("x", "a + b * 2.0 - c"));
        double[] values = new double[3];
        boolean[] known = new boolean[3];
        int results = 0;
        for (int i = 0; i < 5_000; i++) {
            Scan scan = random.nextBoolean() ? press : oven;
            int point = scan == press ? random.nextInt(2) : 0;
            int which = scan == press ? point : 2;
            values[which] = random.nextInt(1_000) / 4.0;
            known[which] = true;
            scan.add(point, i, values[which]).send();
            if (known[0] && known[1] && known[2]) {
                results++;
                assertThat(stream.last())
                        .as("seed " + seed + ", sample " + i)
                        .isEqualTo("x=" + (values[0] + values[1] * 2.0 - values[2]));
            }
        }
        assertThat(stream.samples).hasSize(results);
    }
}
