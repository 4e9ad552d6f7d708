package io.taktstrom.stream;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.descriptor.Counted;
import io.taktstrom.stream.log.LogLoss;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/** What an operator is told of a pipeline's buffer on disk. Thread-safe; allocates nothing while all is well. */
final class SpillNotices {

    private static final LogLoss[] LOSSES = LogLoss.values();

    private final String stream;
    private final SampleLog log;
    private final Notices notices;
    /** Lost samples that no notice has reported, by {@link LogLoss}. */
    private final Map<LogLoss, AtomicLong> unreported = new EnumMap<>(LogLoss.class);

    private volatile @Nullable String trouble;

    SpillNotices(String stream, SampleLog log, Notices notices) {
        this.stream = stream;
        this.log = log;
        this.notices = notices;
        for (LogLoss why : LOSSES) {
            unreported.put(why, new AtomicLong());
        }
    }

    /** What was found when the log was opened. */
    void opened() {
        log.notices().forEach(notices::tellGood);
        if (log.recovered() > 0) {
            notices.tellGood("stream " + stream + " goes on with "
                    + Counted.of(log.recovered(), "sample") + " that a former run has left on disk; " + log.repeated()
                    + " of them may have reached the receiver already");
        }
    }

    /** What is wrong with the disk; null when nothing is. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** @param verb what did not work */
    boolean hasFailed(String verb) {
        String now = trouble;
        return now != null && now.startsWith(verb);
    }

    void lost(LogLoss why, long samples) {
        unreported(why).addAndGet(samples);
    }

    private AtomicLong unreported(LogLoss why) {
        return Objects.requireNonNull(unreported.get(why));
    }

    /** While no lock is held: listeners are not ours. */
    void reportLosses() {
        for (LogLoss why : LOSSES) {
            long samples = unreported(why).getAndSet(0);
            if (samples > 0) {
                String text = switch (why) {
                    case SIZE -> "its size is reached; give it more (disk), or see why the receiver is away";
                    case AGE -> "they have waited for longer than maxAge";
                    case DAMAGE -> "what held them is damaged or was removed; check the disk";
                };
                notices.tell(
                        "stream " + stream + " has lost " + Counted.of(samples, "sample") + " in its buffer " + folder()
                                + ": " + text,
                        null);
            }
        }
    }

    private Object folder() {
        return log.settings().folder();
    }

    /** @param verb what did not work */
    void failed(String verb, IOException e) {
        String text = verb + " the buffer of stream " + stream + " in " + folder() + ": " + e.getMessage();
        trouble = text;
        notices.tell(text + "; samples wait in memory for as long as there is room, tried again until it works", e);
    }

    /** @param verb what works; a disk that forces what it has may be full all the same. Empty for all. */
    void recovered(String verb) {
        if (hasFailed(verb)) {
            trouble = null;
            notices.tellGood("the buffer of stream " + stream + " in " + folder() + " works again");
        }
    }

    void unforeseen(Throwable e) {
        notices.tell("the buffer of stream " + stream + ": " + Notices.inWords(e) + "; going on in a moment", e);
    }

    void doesNotAnswer() {
        notices.tell(
                "the disk of the buffer of stream " + stream + " does not answer; what waits in memory is lost", null);
    }
}
