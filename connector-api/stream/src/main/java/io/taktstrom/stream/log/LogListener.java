package io.taktstrom.stream.log;

/** Hears what becomes of a log's samples. Called by the reader's and the writer's thread, while the log is locked: it is quick. */
@FunctionalInterface
public interface LogListener {

    /**
     * Samples that waited will never be read. It is not known whose they were.
     *
     * @param behind number of the first sample behind them; those before them may still be on their way from the reader
     */
    void lost(LogLoss why, long samples, long behind);
}
