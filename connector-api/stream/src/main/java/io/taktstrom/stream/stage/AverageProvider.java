package io.taktstrom.stream.stage;

import java.time.Duration;

/** Makes {@link Average} stages. */
public final class AverageProvider extends SimpleStageProvider<Duration> {

    public AverageProvider() {
        super(
                "average",
                "Replaces the samples of each number in each interval by their mean. A new status passes at once.",
                Intervals.LENGTH,
                Average::new);
    }
}
