package io.taktstrom.runtime.compute;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageOutput;

/** Whether the samples of a stream may pass. Thread-safe. */
public final class StreamCondition {

    private volatile boolean holds;

    /** Not before it is known. */
    public boolean holds() {
        return holds;
    }

    void set(boolean now) {
        holds = now;
    }

    /** A stage that passes the batches that come while it holds. */
    public Stage gate() {
        return new Gate();
    }

    private final class Gate implements Stage {

        private final StageOutput output = new StageOutput();

        @Override
        public void process(SampleBatch in, SampleSink out) {
            if (holds) {
                SampleBatch passed = output.begin(in, in.group());
                for (int i = 0; i < in.size(); i++) {
                    passed.addFrom(in, i, in.group().typeAt(in.pointAt(i)));
                }
                output.end(out);
            }
        }
    }
}
