package io.taktstrom.kit.tls;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.kit.tcp.BufferedChannel;

/**
 * A socket with TLS on it. Works with a blocking socket and with one that does not block. The handshake comes first, by one thread;
 * it is never repeated: a peer that asks for another one loses the connection.
 *
 * <pre>
 *   socket --&gt; received --decrypt--&gt; plain --&gt; read
 *   socket &lt;-- sealed  &lt;--encrypt-- write
 * </pre>
 */
public final class TlsChannel implements BufferedChannel {

    /** A record with all that a cipher may add to its content: 5 + 2^14 + 2048 bytes (RFC 5246, 6.2.3). */
    private static final int RECORD_BYTES = 5 + (1 << 14) + 2048;
    /** First bytes of a record: alert and handshake (RFC 5246, 6.2.1). */
    private static final int ALERT = 21;

    private static final int HANDSHAKE = 22;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final TlsEngine engine;
    private final ReentrantLock sending = new ReentrantLock();
    private final ByteBuffer received = ByteBuffer.allocate(RECORD_BYTES);
    private final ByteBuffer plain = ByteBuffer.allocate(RECORD_BYTES).limit(0);
    private final ByteBuffer sealed = ByteBuffer.allocate(RECORD_BYTES).limit(0);
    private boolean hasBegun;
    /** The last read had no room for all that was there. */
    private boolean isCut;

    private boolean hasEnded;

    public TlsChannel(SocketChannel socket, TlsEngine engine) {
        this.socket = socket;
        this.engine = engine;
    }

    /**
     * Goes on with the handshake as far as that is possible without waiting; with a blocking socket, to its end.
     *
     * @return whether it is complete
     * @throws NoTlsException when the peer speaks something else
     * @throws IOException when one side does not accept the other one, which is told, or the peer hangs up
     */
    public boolean handshake() throws IOException {
        try {
            while (engine.isHandshaking()) {
                if (engine.hasOutput() || sealed.hasRemaining()) {
                    write(NOTHING);
                    if (!isFlushed()) {
                        return false;
                    }
                } else if (!decrypt()) {
                    int bytes = socket.read(received);
                    if (bytes < 0) {
                        throw new EOFException("the peer closed the connection during the TLS handshake");
                    }
                    if (bytes == 0) {
                        return false;
                    }
                }
            }
            write(NOTHING);
            return isFlushed();
        } catch (IOException e) {
            sendAlert(e);
            throw e;
        }
    }

    /** The engine may have an alert that says why; the JDK's throws the failure of a task once more before it gives it. */
    private void sendAlert(IOException cause) {
        for (int i = 0; i < 2; i++) {
            try {
                write(NOTHING);
                return;
            } catch (IOException e) {
                cause.addSuppressed(e);
            }
        }
    }

    /** False when more bytes must arrive. */
    private boolean decrypt() throws IOException {
        if (!hasBegun && received.position() > 0) {
            hasBegun = true;
            int first = received.get(0);
            if (first != HANDSHAKE && first != ALERT) {
                throw new NoTlsException(first);
            }
        }
        plain.clear();
        received.flip();
        try {
            return engine.decrypt(received, plain);
        } finally {
            received.compact();
            plain.flip();
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        while (true) {
            int count = Math.min(plain.remaining(), into.remaining());
            into.put(into.position(), plain, plain.position(), count).position(into.position() + count);
            plain.position(plain.position() + count);
            isCut = !into.hasRemaining();
            if (isCut || engine.isClosed()) {
                break;
            }
            if (!decrypt() && !receive(into.position() > before)) {
                break;
            }
            if (engine.isHandshaking() && !engine.isClosed()) {
                throw new IOException("the peer asks for another TLS handshake, which is not done");
            }
        }
        int count = into.position() - before;
        return count == 0 && !isCut && (hasEnded || engine.isClosed()) ? -1 : count;
    }

    /** @param hasSome whether there is something to return already, so that there is nothing to wait for */
    private boolean receive(boolean hasSome) throws IOException {
        if (hasSome && socket.isBlocking()) {
            return false;
        }
        int bytes = socket.read(received);
        hasEnded |= bytes < 0;
        return bytes > 0;
    }

    @Override
    public boolean hasMore() {
        return isCut && (plain.hasRemaining() || received.position() > 0);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        sending.lock();
        try {
            int before = from.remaining();
            while (flush() && (from.hasRemaining() || engine.hasOutput())) {
                boolean isOpen = encrypt(from);
                if (!isOpen && !sealed.hasRemaining()) {
                    if (from.hasRemaining()) {
                        throw new IOException("TLS has ended");
                    }
                    break;
                }
            }
            return before - from.remaining();
        } finally {
            sending.unlock();
        }
    }

    private boolean encrypt(ByteBuffer from) throws IOException {
        sealed.clear();
        try {
            return engine.encrypt(from, sealed);
        } finally {
            sealed.flip();
        }
    }

    private boolean flush() throws IOException {
        while (sealed.hasRemaining() && socket.write(sealed) > 0) {
            // A blocking socket takes all, another one as much as it has room for.
        }
        return !sealed.hasRemaining();
    }

    @Override
    public boolean isFlushed() {
        return !sealed.hasRemaining() && !engine.hasOutput();
    }

    @Override
    public boolean isOpen() {
        return socket.isOpen();
    }

    /** Ends TLS, if no other thread sends and the socket takes it, and closes the socket. */
    @Override
    public void close() throws IOException {
        if (socket.isOpen() && sending.tryLock()) {
            try {
                engine.end();
                if (!socket.isBlocking()) {
                    write(NOTHING);
                }
            } catch (IOException e) {
                // The peer has gone already.
                System.getLogger(TlsChannel.class.getName()).log(System.Logger.Level.DEBUG, "ending TLS", e);
            } finally {
                sending.unlock();
            }
        }
        socket.close();
    }
}
