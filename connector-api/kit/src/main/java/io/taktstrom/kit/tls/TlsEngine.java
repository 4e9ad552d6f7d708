package io.taktstrom.kit.tls;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One side of a TLS connection, without a socket. Its buffers have arrays. Once the handshake is complete, one thread may decrypt while
 * another one encrypts.
 */
public interface TlsEngine {

    /**
     * Takes a record that has arrived.
     *
     * @param received read from its position; untouched when no record is complete
     * @param plain empty, with room for the content of one record
     * @return whether anything happened; if not, more bytes must arrive
     * @throws IOException when the record is wrong, or the peer is: the connection is of no use then
     */
    boolean decrypt(ByteBuffer received, ByteBuffer plain) throws IOException;

    /**
     * Makes a record, of the handshake or of these bytes.
     *
     * @param plain of which as much is taken as fits into one record
     * @param sealed empty, with room for one record
     * @return false when the connection has ended, and nothing can be sent any more
     */
    boolean encrypt(ByteBuffer plain, ByteBuffer sealed) throws IOException;

    boolean isHandshaking();

    /** Whether {@link #encrypt} has something to send without any plain bytes. */
    boolean hasOutput();

    /** Whether the peer has said that it sends nothing more. */
    boolean isClosed();

    /** Says to the peer that nothing follows: there is output then. */
    void end();
}
