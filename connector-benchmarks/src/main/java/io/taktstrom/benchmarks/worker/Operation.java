package io.taktstrom.benchmarks.worker;

import java.io.IOException;

/** What a contender does over and over. One thread. */
public interface Operation extends AutoCloseable {

    /** Does it once, and throws when the result is not what it must be: a wrong answer has no speed. */
    void once() throws Exception;

    /** How many operations {@link #once} stands for: those of which several are on their way at the same time. */
    default int operations() {
        return 1;
    }

    /** Returns when all that {@link #once} has begun is done: the end of a slice, within its time. */
    default void settle() throws Exception {}

    @Override
    default void close() throws IOException {}

    /** Closes a client whose own close throws something else. */
    static void end(AutoCloseable client) throws IOException {
        try {
            client.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
