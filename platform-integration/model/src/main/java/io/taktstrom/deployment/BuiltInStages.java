package io.taktstrom.deployment;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** The stages of every stream. Each option is a constant, for {@link StageConfig#get}. */
public final class BuiltInStages {

    public static final Option<Integer> EVERY_NTH_N =
            Option.whole("n", 1, 1_000_000, null, "One in so many samples of each point passes.");

    /** Of {@link #FIRST_OF_INTERVAL} and of {@link #AVERAGE}. */
    public static final Option<Duration> INTERVAL = new Option<>(
            "interval",
            new OptionType.Time(Duration.ofMillis(1), Duration.ofDays(1)),
            null,
            false,
            "Length of an interval.");

    public static final StageDescriptor EVERY_NTH = new StageDescriptor(
            "everyNth", "Passes one in n samples of each point, and each new status.", List.of(EVERY_NTH_N));

    public static final StageDescriptor FIRST_OF_INTERVAL = new StageDescriptor(
            "firstOfInterval",
            "Passes the first sample of each point in each interval, and each new status.",
            List.of(INTERVAL));

    public static final StageDescriptor AVERAGE = new StageDescriptor(
            "average",
            "Replaces the samples of each number in each interval by their mean. A new status passes at once.",
            List.of(INTERVAL));

    private BuiltInStages() {}
}
