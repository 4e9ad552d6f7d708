package io.taktstrom.stream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleSink;

/** A sink that counts samples, also those that were lost just before they came to it. */
public interface AccountedSink extends SampleSink {

    /**
     * Counts samples as received and dropped. The next sample of each of their points is to be marked Overflow by the caller.
     * Called by any thread; allocates nothing.
     */
    void lose(DropReason reason, long samples);
}
