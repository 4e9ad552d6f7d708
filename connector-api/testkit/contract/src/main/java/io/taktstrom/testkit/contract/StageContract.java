package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stage.Stage;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.RecordedSample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every stage must do, as tests: it gets batches of numbers, bits and texts, Good, Bad and marked, as a pipeline gives them.
 *
 * <pre>{@code
 * class GoodOnlyTest extends StageContract {
 *     @Override
 *     protected Stage newStage() {
 *         GoodOnly provider = new GoodOnly();
 *         return provider.open(provider.descriptor().values("goodOnly", Map.of())).get();
 *     }
 * }
 * }</pre>
 */
public abstract class StageContract {

    private static final int BATCH = 16;
    private static final int BATCHES = 200;
    private static final int[] STATUSES = {
        StatusCode.GOOD, StatusCode.GOOD, StatusCode.withOverflow(StatusCode.GOOD), StatusCode.BAD_TIMEOUT
    };

    private final PlantPoints points = points("a");
    private final SampleBatch in = new SampleBatch(BATCH, 1024);
    private SplittableRandom random = new SplittableRandom(1);
    private long number;

    /** A stage of this type that has processed nothing yet. */
    protected abstract Stage newStage();

    private static PlantPoints points(String prefix) {
        return new PlantPoints(
                PlantPoints.point(prefix + ".count", ScalarType.DINT),
                PlantPoints.point(prefix + ".level", ScalarType.LREAL),
                PlantPoints.point(prefix + ".on", ScalarType.BOOL),
                PlantPoints.point(prefix + ".text", StringType.string(10)));
    }

    /** Fills the batch that a source uses again and again. Allocates nothing for numbers. */
    private SampleBatch next(PlantPoints group, int size) {
        in.reset(group, PlantPoints.TIME + number * 1_000 + 500, number);
        for (int i = 0; i < size; i++, number++) {
            int point = random.nextInt(group.size());
            int status = STATUSES[random.nextInt(STATUSES.length)];
            long time = PlantPoints.TIME + number * 1_000;
            if (StatusCode.isBad(status)) {
                in.addBad(point, time, status);
            } else if (point == 1) {
                in.addDouble(point, time, status, random.nextInt(100) / 4.0);
            } else if (group.typeAt(point) instanceof StringType) {
                in.addText(point, time, status, "text");
            } else {
                in.add(point, time, status, group.typeAt(point) == ScalarType.BOOL ? number & 1 : random.nextInt(100));
            }
        }
        return in;
    }

    private static List<RecordedSample> copy(SampleBatch batch) {
        return IntStream.range(0, batch.size())
                .mapToObj(i -> RecordedSample.of(batch, i))
                .toList();
    }

    private static List<RecordedSample> run(Stage stage, SampleBatch batch) {
        List<RecordedSample> passed = new ArrayList<>();
        stage.process(batch, out -> {
            assertThat(out.isEmpty()).as("an empty batch is passed on").isFalse();
            passed.addAll(copy(out));
        });
        return passed;
    }

    @Test
    protected final void whatPassesIsAPartOfWhatCameInItsOrder() {
        Stage stage = newStage();
        for (int i = 0; i < BATCHES; i++) {
            SampleBatch batch = next(points, BATCH);
            List<RecordedSample> sent = copy(batch);
            Iterator<RecordedSample> rest = sent.iterator();
            for (RecordedSample sample : run(stage, batch)) {
                boolean found = false;
                while (!found && rest.hasNext()) {
                    RecordedSample candidate = rest.next();
                    found = candidate.point().equals(sample.point()) && candidate.status() == sample.status();
                }
                assertThat(found)
                        .as("%s is of %s, and in its order", sample, sent)
                        .isTrue();
            }
        }
    }

    @Test
    protected final void whatPassesKeepsWhenItCameAndIsNumbered() {
        Stage stage = newStage();
        long passed = 0;
        for (int i = 0; i < BATCHES; i++) {
            SampleBatch batch = next(points, BATCH);
            for (RecordedSample sample : run(stage, batch)) {
                assertThat(sample.receivedAt()).isEqualTo(batch.receivedAt());
                assertThat(sample.sequence()).as("number of " + sample).isEqualTo(passed++);
            }
        }
    }

    @Test
    protected final void textsAndBitsAreNotChanged() {
        Stage stage = newStage();
        for (int i = 0; i < BATCHES; i++) {
            SampleBatch batch = next(points, BATCH);
            List<RecordedSample> sent = copy(batch);
            for (RecordedSample sample : run(stage, batch)) {
                Object value = sample.value();
                if (value instanceof String || value instanceof Boolean) {
                    assertThat(sent)
                            .anyMatch(each -> each.point().equals(sample.point())
                                    && value.equals(each.value())
                                    && each.sourceTime() == sample.sourceTime());
                }
            }
        }
    }

    @Test
    protected final void theBatchOfTheSourceIsNotChanged() {
        Stage stage = newStage();
        for (int i = 0; i < BATCHES; i++) {
            SampleBatch batch = next(points, BATCH);
            List<RecordedSample> sent = copy(batch);
            // A sink may mark what it gets.
            stage.process(batch, out -> out.setStatusAt(0, StatusCode.withOverflow(StatusCode.BAD_TIMEOUT)));
            assertThat(copy(batch)).isEqualTo(sent);
        }
    }

    @Test
    protected final void stagesOfOneTypeShareNothing() {
        Stage other = newStage();
        for (int i = 0; i < 3; i++) {
            run(other, next(points, BATCH));
        }
        List<List<RecordedSample>> results = new ArrayList<>();
        for (Stage stage : List.of(newStage(), newStage())) {
            random = new SplittableRandom(7);
            number = 0;
            List<RecordedSample> passed = new ArrayList<>();
            for (int i = 0; i < BATCHES; i++) {
                passed.addAll(run(stage, next(points, BATCH)));
                run(other, next(points, 1));
            }
            results.add(passed);
        }
        assertThat(results.get(0)).isNotEmpty().isEqualTo(results.get(1));
    }

    @Test
    protected final void pointsThatChangeAreTakenAsTheyAreNow() {
        Stage stage = newStage();
        for (int i = 0; i < BATCHES; i++) {
            PlantPoints now = i % 3 == 0 ? points("b") : points;
            SampleBatch batch = next(now, BATCH);
            List<String> names = copy(batch).stream().map(RecordedSample::point).toList();
            assertThat(run(stage, batch)).as("samples of " + names).allMatch(sample -> names.contains(sample.point()));
        }
    }

    @Test
    protected final void anEmptyBatchPassesNothing() {
        Stage stage = newStage();
        assertThat(run(stage, next(points, 0))).isEmpty();
        List<RecordedSample> passed = new ArrayList<>();
        for (int i = 0; i < BATCHES; i++) {
            passed.addAll(run(stage, next(points, BATCH)));
        }
        assertThat(passed).isNotEmpty();
    }

    @Test
    protected final void whatDoesNotPassHasOneReasonThatADeploymentAsksFor() {
        Stage stage = newStage();
        DropReason reason = stage.dropReason();
        run(stage, next(points, BATCH));
        assertThat(stage.dropReason()).isEqualTo(reason);
        assertThat(reason.wasAskedFor())
                .as("'" + reason.text() + "' is a reason of stages")
                .isTrue();
    }

    @Test
    protected final void processingAllocatesNothing() throws Exception {
        Stage stage = newStage();
        PlantPoints numbers = new PlantPoints(
                PlantPoints.point("count", ScalarType.DINT),
                PlantPoints.point("level", ScalarType.LREAL),
                PlantPoints.point("other", ScalarType.DINT));
        long[] passed = {0};
        SampleSink out = batch -> passed[0] += batch.size();
        AllocationMeter.currentThread().assertZeroPerOperation(20_000, () -> stage.process(next(numbers, BATCH), out));
        assertThat(passed[0]).isPositive();
    }
}
