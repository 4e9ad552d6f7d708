package io.taktstrom.runtime.compute;

import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.model.ScalarType;
import io.taktstrom.stage.Stage;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.contract.StageContract;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The stage behind {@code when} of a stream. */
class StreamConditionTest extends StageContract {

    @Override
    protected Stage newStage() {
        StreamCondition condition = new StreamCondition();
        condition.set(true);
        return condition.gate();
    }

    @Test
    void batchesPassWhileItHolds() {
        StreamCondition condition = new StreamCondition();
        Stage gate = condition.gate();
        PlantPoints points = PlantPoints.one(ScalarType.DINT);
        AtomicInteger passed = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            condition.set(i % 2 == 1);
            gate.process(points.samples(i, 1, 2), batch -> passed.addAndGet(batch.size()));
        }
        assertThat(passed).hasValue(6);
        assertThat(new StreamCondition().holds()).as("not before it is known").isFalse();
    }
}
