package io.taktstrom.stream.stage;

import io.taktstrom.descriptor.Option;

/** Makes {@link Downsample} stages that count. */
public final class EveryNthProvider extends SimpleStageProvider<Integer> {

    public EveryNthProvider() {
        super(
                "everyNth",
                "Passes one in n samples of each point, and each new status.",
                Option.whole("n", 1, 1_000_000, null, "One in so many samples of each point passes."),
                Downsample::everyNth);
    }
}
