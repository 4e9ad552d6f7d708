package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/** What a {@link Pipeline} is made of; all but the sink may be left as it is. One thread. */
public final class PipelineBuilder {

    private final SinkInlet sink;
    private final List<Supplier<? extends Stage>> stages = new ArrayList<>();
    private String name = "stream";
    private PipelineSettings settings = PipelineSettings.STANDARD;
    private EpochNanoClock clock = EpochNanoClock.system();
    private Consumer<String> listener = notice -> {};
    private @Nullable SampleLog log;
    private SpillSettings spill = SpillSettings.STANDARD;
    private IdleStrategy idle = IdleStrategy.PARK;
    private RandomGenerator random = new SplittableRandom();

    PipelineBuilder(SinkInlet sink) {
        this.sink = sink;
    }

    /** Of the stream, unique in a deployment; meters, messages and threads carry it. */
    public PipelineBuilder named(String newName) {
        name = newName;
        return this;
    }

    /** How it buffers. */
    public PipelineBuilder settings(PipelineSettings newSettings) {
        settings = newSettings;
        return this;
    }

    /** One more stage behind those before; each source gets its own, so each is supplied again. */
    public PipelineBuilder stage(Supplier<? extends Stage> stage) {
        stages.add(stage);
        return this;
    }

    /** More stages behind those before. */
    public PipelineBuilder stages(Collection<? extends Supplier<? extends Stage>> more) {
        stages.addAll(more);
        return this;
    }

    /** Times everything here. */
    public PipelineBuilder clock(EpochNanoClock newClock) {
        clock = newClock;
        return this;
    }

    /** Hears what goes wrong, at most once in ten seconds; it is also in the log. */
    public PipelineBuilder onNotice(Consumer<String> newListener) {
        listener = newListener;
        return this;
    }

    /**
     * Where samples wait on disk; for the policy {@code spill}.
     *
     * @param openLog the pipeline closes it
     */
    public PipelineBuilder spill(SampleLog openLog, SpillSettings newSettings) {
        log = openLog;
        spill = newSettings;
        return this;
    }

    /** Makes the pipeline's tasks, and has its chances: for a simulation. */
    PipelineBuilder simulated(IdleStrategy newIdle, RandomGenerator newRandom) {
        idle = newIdle;
        random = newRandom;
        return this;
    }

    /**
     * Starts the pipeline's threads.
     *
     * @throws IllegalArgumentException when it is to {@linkplain OverflowPolicy#SPILL spill} and has no log, or has one for
     *     nothing
     */
    public Pipeline start() {
        if ((settings.onFull() == OverflowPolicy.SPILL) != (log != null)) {
            throw new IllegalArgumentException("stream " + name + ": a log goes with the policy "
                    + OverflowPolicy.SPILL.text() + ", and with no other");
        }
        return new Pipeline(new PipelineParts(
                sink,
                stages,
                name,
                settings.withFlushSamples(Math.max(1, Math.min(settings.flushSamples(), sink.unitSamples()))),
                clock,
                listener,
                log,
                spill,
                idle,
                random));
    }
}
