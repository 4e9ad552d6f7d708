package io.taktstrom.stream.stage;

import java.time.Duration;

/** Makes {@link Downsample} stages that divide time. */
public final class FirstOfIntervalProvider extends SimpleStageProvider<Duration> {

    public FirstOfIntervalProvider() {
        super(
                "firstOfInterval",
                "Passes the first sample of each point in each interval, and each new status.",
                Intervals.LENGTH,
                Downsample::firstOf);
    }
}
