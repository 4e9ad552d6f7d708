package io.taktstrom.stream.stage;

/** Makes {@link Average} stages. */
public final class AverageProvider extends IntervalProvider {

    public AverageProvider() {
        super(
                "average",
                "Replaces the samples of each number in each interval by their mean. A new status passes at once.",
                Average::new);
    }
}
