package io.taktstrom.ads.simulator.protocol;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What notifications need of a client's connection. Its text is its name, for threads. Thread-safe. */
public interface ClientChannel {

    /** Writes whole frames; waits until the network has taken them all. */
    void write(ByteBuffer frames) throws IOException;

    /** Ends the connection. Idempotent. */
    void close(String reason);
}
