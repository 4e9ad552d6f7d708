package io.taktstrom.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bytes of one connection, as they are sent or in TLS. Never blocks. One thread. */
interface Wire {

    /**
     * Reads what has come, and sends what the protocol itself has to send.
     *
     * @return how many bytes; -1 when the client sends no more
     */
    int read(ByteBuffer into) throws IOException;

    /** Whether {@link #read} has bytes that no selector tells of. */
    default boolean hasMore() {
        return false;
    }

    /** Takes as much as the client takes now. */
    void write(ByteBuffer from) throws IOException;

    /** Whether the client has taken everything that was written. */
    default boolean isFlushed() {
        return true;
    }

    /** Nothing is written any more. */
    void endOutput() throws IOException;

    /** Without encryption. */
    static Wire plain(SocketChannel channel) {
        return new Wire() {
            @Override
            public int read(ByteBuffer into) throws IOException {
                return channel.read(into);
            }

            @Override
            public void write(ByteBuffer from) throws IOException {
                channel.write(from);
            }

            @Override
            public void endOutput() throws IOException {
                channel.shutdownOutput();
            }
        };
    }
}
