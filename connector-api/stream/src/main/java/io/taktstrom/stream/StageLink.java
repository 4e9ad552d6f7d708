package io.taktstrom.stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.kit.Fatal;
import io.taktstrom.stage.Stage;

/** Runs a stage for one source, and counts what it does not pass on. Called by the source's thread. Hot. */
final class StageLink implements AccountedSink {

    private final Stage stage;
    private final SampleSink out;
    private final SampleQueue queue;
    private final DropReason reason;
    private final Notices notices;
    private long passed;

    StageLink(Stage stage, SampleSink next, SampleQueue queue, Notices notices) {
        this.stage = stage;
        this.queue = queue;
        this.notices = notices;
        reason = stage.dropReason();
        out = batch -> {
            passed += batch.size();
            next.onSamples(batch);
        };
    }

    @Override
    public void onSamples(SampleBatch batch) {
        int size = batch.size();
        passed = 0;
        DropReason why = reason;
        try {
            stage.process(batch, out);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // The next batch may be better, and a source must not die of it.
            why = DropReason.STAGE_FAILED;
            notices.tell(
                    "stage " + stage.getClass().getName() + ": " + Notices.inWords(e)
                            + "; samples are dropped, correct the stage",
                    e);
        }
        if (passed < size) {
            queue.drop(why, size - passed);
        }
    }

    @Override
    public void lose(DropReason why, long samples) {
        queue.drop(why, samples);
    }
}
