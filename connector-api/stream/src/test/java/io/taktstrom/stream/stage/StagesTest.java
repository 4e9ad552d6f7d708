package io.taktstrom.stream.stage;

import java.time.Duration;

import io.taktstrom.stage.Stage;
import io.taktstrom.testkit.contract.StageContract;
import org.junit.jupiter.api.Nested;

/** The contract of stages on each of ours. */
class StagesTest {

    @Nested
    class OfDeadband extends StageContract {
        @Override
        protected Stage newStage() {
            return new Deadband(point -> Band.absolute(3));
        }
    }

    @Nested
    class OfScale extends StageContract {
        @Override
        protected Stage newStage() {
            return new Scale(point -> new Scaling(2, 1));
        }
    }

    @Nested
    class OfEveryNth extends StageContract {
        @Override
        protected Stage newStage() {
            return Downsample.everyNth(3);
        }
    }

    @Nested
    class OfFirstOfInterval extends StageContract {
        @Override
        protected Stage newStage() {
            return Downsample.firstOf(Duration.ofNanos(5_000));
        }
    }

    @Nested
    class OfAverage extends StageContract {
        @Override
        protected Stage newStage() {
            return new Average(Duration.ofNanos(50_000));
        }
    }
}
