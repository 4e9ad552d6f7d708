package io.taktstrom.stream.stage;

import java.time.Duration;
import java.util.stream.Stream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class StageAllocationTest {

    private static final int BATCH = 8;

    private final FixedGroup group = TestGroups.of(ScalarType.DINT, StringType.string(10), ScalarType.LREAL);
    private long number;
    private long passed;

    static Stream<Stage> stages() {
        return Stream.of(
                new Deadband(point -> Band.absolute(3)),
                new Scale(point -> new Scaling(2, 1)),
                Downsample.everyNth(3),
                Downsample.firstOf(Duration.ofNanos(5)),
                new Average(Duration.ofNanos(5)));
    }

    @ParameterizedTest
    @MethodSource("stages")
    void aStageAllocatesNothing(Stage stage) throws Exception {
        SampleBatch in = new SampleBatch(BATCH, 100);
        SampleSink out = batch -> passed += batch.size();
        AllocationMeter.currentThread().assertZeroPerOperation(20_000, () -> {
            in.reset(group, number, number);
            for (int i = 0; i < BATCH / 4; i++) {
                number++;
                in.add(0, number, StatusCode.GOOD, number);
                in.addBad(1, number, StatusCode.BAD_TIMEOUT);
                in.addDouble(2, number, StatusCode.GOOD, (double) number);
                in.addBad(2, number, StatusCode.BAD_TIMEOUT);
            }
            stage.process(in, out);
        });
        assertThat(passed).isPositive();
    }
}
