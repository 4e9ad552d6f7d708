package io.taktstrom.command;

import java.io.IOException;

import io.taktstrom.sink.SinkHealth;

/**
 * Where commands come from: takes them from when it is opened to when it is closed, on threads of its own, and reconnects by
 * itself to whatever it hears them from.
 *
 * <p>It knows whether a sender may speak at all; what may be written is for the {@link CommandGate}. A source whose messages are
 * acknowledged does so once it has the answer: what is delivered again meanwhile is a repeat, and does nothing.
 */
public interface CommandSource extends AutoCloseable {

    /** How it does, as far as it knows now. Sends no request; called by any thread at any time. */
    default SinkHealth health() {
        return SinkHealth.WELL;
    }

    /** Takes no command any more; answers that are still to come may get lost. Idempotent, and done within half a second. */
    @Override
    void close() throws IOException;
}
