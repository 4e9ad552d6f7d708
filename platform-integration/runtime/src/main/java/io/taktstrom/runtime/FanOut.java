package io.taktstrom.runtime;

import java.util.List;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.stream.AccountedSink;

/** Samples of one scan that go into several pipelines, each of which accounts for all of them. Hot. */
final class FanOut implements AccountedSink {

    private final AccountedSink[] inlets;

    private FanOut(List<AccountedSink> inlets) {
        this.inlets = inlets.toArray(AccountedSink[]::new);
    }

    static AccountedSink of(List<AccountedSink> inlets) {
        return inlets.size() == 1 ? inlets.get(0) : new FanOut(inlets);
    }

    @Override
    public void onSamples(SampleBatch batch) {
        for (AccountedSink inlet : inlets) {
            inlet.onSamples(batch);
        }
    }

    @Override
    public void lose(DropReason reason, long samples) {
        for (AccountedSink inlet : inlets) {
            inlet.lose(reason, samples);
        }
    }
}
