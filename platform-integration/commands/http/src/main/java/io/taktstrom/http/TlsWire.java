package io.taktstrom.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * TLS 1.3 (RFC 8446) by the JDK's engine. A handshake costs the port's thread some milliseconds of computing; it waits for no client.
 *
 * <pre>
 *   socket --&gt; received --unwrap--&gt; plain --&gt; read
 *   socket &lt;-- sealed  &lt;--wrap---- write
 * </pre>
 */
final class TlsWire implements Wire {

    /** The first byte of a record that begins a handshake (RFC 8446, B.1). */
    private static final int HANDSHAKE = 22;

    private static final byte[] NOT_ENCRYPTED =
            "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\nuse https:// here\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final SocketChannel channel;
    private final SSLEngine engine;
    /** Filled from the socket. */
    private final ByteBuffer received;
    /** Drained by who reads. */
    private final ByteBuffer plain;
    /** Drained to the socket. */
    private final ByteBuffer sealed;

    private boolean hasBegun;
    /** Whether the last read had no room for all that has come. */
    private boolean isCut;

    private boolean hasEnded;

    TlsWire(SocketChannel channel, SSLContext context) {
        this.channel = channel;
        engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        engine.setEnabledProtocols(new String[] {"TLSv1.3"});
        int record = engine.getSession().getPacketBufferSize();
        received = ByteBuffer.allocate(record);
        sealed = ByteBuffer.allocate(record).limit(0);
        plain = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .limit(0);
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        boolean isOver = channel.read(received) < 0;
        if (!hasBegun && received.position() > 0) {
            hasBegun = true;
            if (received.get(0) != HANDSHAKE) {
                channel.write(ByteBuffer.wrap(NOT_ENCRYPTED));
                return -1;
            }
        }
        int before = into.position();
        while (into.hasRemaining() && (plain.hasRemaining() || unwrap())) {
            int count = Math.min(plain.remaining(), into.remaining());
            into.put(into.position(), plain, plain.position(), count).position(into.position() + count);
            plain.position(plain.position() + count);
        }
        isCut = !into.hasRemaining();
        int count = into.position() - before;
        return count == 0 && (isOver || hasEnded) ? -1 : count;
    }

    @Override
    public boolean hasMore() {
        return isCut && (plain.hasRemaining() || received.position() > 0);
    }

    /** Goes one step on with what has come; false when that needs more, or that the client takes what waits for it. */
    private boolean unwrap() throws IOException {
        if (!goOnShakingHands()) {
            return false;
        }
        received.flip();
        SSLEngineResult result = engine.unwrap(received, plain.clear());
        received.compact();
        plain.flip();
        hasEnded |= result.getStatus() == Status.CLOSED;
        boolean goesOn = result.bytesConsumed() > 0 || result.bytesProduced() > 0;
        return goOnShakingHands() && goesOn && !hasEnded;
    }

    /** False when the client has to take something first. */
    private boolean goOnShakingHands() throws IOException {
        boolean goesOn = flush();
        while (goesOn) {
            HandshakeStatus next = engine.getHandshakeStatus();
            if (next == HandshakeStatus.NEED_TASK) {
                for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
                    task.run();
                }
            } else if (next == HandshakeStatus.NEED_WRAP) {
                goesOn = seal(ByteBuffer.allocate(0)) && flush();
            } else {
                return true;
            }
        }
        return false;
    }

    /** False when the engine has nothing more to say. */
    private boolean seal(ByteBuffer from) throws IOException {
        SSLEngineResult result = engine.wrap(from, sealed.clear());
        sealed.flip();
        return result.getStatus() == Status.OK;
    }

    private boolean flush() throws IOException {
        channel.write(sealed);
        return !sealed.hasRemaining();
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        while (flush() && from.hasRemaining()) {
            if (!seal(from)) {
                throw new IOException("the client has ended the connection");
            }
        }
    }

    @Override
    public boolean isFlushed() {
        return !sealed.hasRemaining();
    }

    @Override
    public void endOutput() throws IOException {
        engine.closeOutbound();
        if (flush()) {
            seal(ByteBuffer.allocate(0));
            flush();
        }
        channel.shutdownOutput();
    }
}
