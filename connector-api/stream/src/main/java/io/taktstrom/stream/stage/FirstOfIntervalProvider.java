package io.taktstrom.stream.stage;

/** Makes {@link FirstOfInterval} stages. */
public final class FirstOfIntervalProvider extends IntervalProvider {

    public FirstOfIntervalProvider() {
        super(
                "firstOfInterval",
                "Passes the first sample of each point in each interval, and each new status.",
                FirstOfInterval::new);
    }
}
