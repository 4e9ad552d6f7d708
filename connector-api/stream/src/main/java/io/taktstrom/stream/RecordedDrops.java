package io.taktstrom.stream;

import java.util.Map;

import io.taktstrom.data.DropReason;
import io.taktstrom.kit.event.DropEvent;
import org.jspecify.annotations.Nullable;

/** Tells Flight Recorder what a pipeline has dropped since it did so last. One thread; allocates nothing while there is no recording. */
final class RecordedDrops {

    private final String stream;
    private final SampleQueue queue;
    /** What was told, or happened before the recording; null while there is none. */
    private @Nullable Map<DropReason, Long> told;

    RecordedDrops(String stream, SampleQueue queue) {
        this.stream = stream;
        this.queue = queue;
        told = DropEvent.isRecorded() ? Map.of() : null;
    }

    void tell() {
        if (!DropEvent.isRecorded()) {
            told = null;
            return;
        }
        Map<DropReason, Long> before = told;
        Map<DropReason, Long> now = queue.accounting().dropped();
        told = now;
        if (before != null) {
            now.forEach((reason, count) -> {
                long more = count - before.getOrDefault(reason, 0L);
                if (more > 0) {
                    DropEvent.tell(stream, reason.text(), more);
                }
            });
        }
    }
}
