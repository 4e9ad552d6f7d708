package io.taktstrom.kit.tcp;

import java.nio.channels.ByteChannel;

/**
 * What lies between a protocol and its socket, as TLS does. It keeps bytes of both directions that a selector knows nothing of. One
 * thread reads and one writes at a time.
 */
public interface BufferedChannel extends ByteChannel {

    /** Whether bytes may be there to read although the socket has none; for the thread that reads. */
    boolean hasMore();

    /** Whether the socket has taken all that was written; if not, another {@link #write}, of no bytes, goes on with it. */
    boolean isFlushed();
}
