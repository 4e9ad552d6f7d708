package io.taktstrom.stream;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Pipeline} is made of.
 *
 * @param settings with flush units as the sink wants them
 * @param log null without a buffer on disk
 * @param idle makes the pipeline's tasks
 * @param random of what waits between attempts
 */
record PipelineParts(
        SinkInlet sink,
        List<Supplier<? extends Stage>> stages,
        String name,
        PipelineSettings settings,
        EpochNanoClock clock,
        Consumer<String> listener,
        @Nullable SampleLog log,
        SpillSettings spill,
        IdleStrategy idle,
        RandomGenerator random) {}
