package io.taktstrom.ads.secure;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.TlsConnectInfo;
import io.taktstrom.kit.tcp.BufferedChannel;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * AMS/TCP frames for the caller that reads and writes here, AMS frames without the AMS/TCP header on the other side: inside TLS that header is
 * left out (github.com/kevinherron/beckhoff-secure-ads; Beckhoff/ADS pull request 289). So the rest of the connector knows of one kind of
 * frames only. Hot: allocates nothing itself.
 *
 * <pre>
 *   read  &lt;-- header, from the data length of the AMS header &lt;-- in  &lt;-- TLS
 *   write --&gt; header taken off                              --&gt; out --&gt; TLS
 * </pre>
 */
public final class SecureAdsChannel implements BufferedChannel {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int AMS_BYTES = AmsHeader.BYTES - AmsHeader.TCP_BYTES;
    /** What must be there of a frame for its length to be known. */
    private static final int TO_LENGTH = AmsHeader.ERROR - AmsHeader.TCP_BYTES;

    private final BufferedChannel tls;
    private final ByteBuffer in = AdsBuffers.heap(BUFFER_BYTES).limit(0);
    private final ByteBuffer out = AdsBuffers.heap(BUFFER_BYTES).limit(0);
    private final ByteBuffer header = AdsBuffers.heap(AmsHeader.TCP_BYTES).limit(0);
    /** Bytes of the current frame that were not read yet, behind its {@link #header}. */
    private long unread;
    /** Bytes of the current frame that were not written yet, behind its header; or all that follow what is no frame. */
    private long unwritten;

    private boolean isCut;

    public SecureAdsChannel(BufferedChannel tls) {
        this.tls = tls;
    }

    /**
     * Reads the first message of the peer, without waiting unless the socket blocks.
     *
     * @return null when more bytes must arrive
     * @throws EOFException when the peer has closed the connection before the message was complete
     * @throws MalformedFrameException when it sends something else
     */
    public @Nullable TlsConnectInfo readConnectInfo() throws IOException {
        while (true) {
            int bytes = TlsConnectInfo.messageBytes(in, in.limit());
            if (bytes > 0 && in.limit() >= bytes) {
                TlsConnectInfo info = TlsConnectInfo.read(in, bytes);
                in.position(bytes);
                return info;
            }
            int end = in.limit();
            int count = tls.read(in.limit(in.capacity()).position(end));
            in.limit(in.position()).position(0);
            if (count < 0) {
                throw new EOFException(
                        "the peer closed the connection after " + end + " bytes of its TLS connect info");
            }
            if (count == 0) {
                return null;
            }
        }
    }

    /** Writes our first message; call it again until it is true. Nothing else is written before. */
    public boolean writeConnectInfo(ByteBuffer message) throws IOException {
        tls.write(message);
        return !message.hasRemaining() && tls.isFlushed();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        boolean isOver = false;
        while (into.hasRemaining()) {
            if (header.hasRemaining()) {
                into.put(header.get());
            } else if (unread > 0 && in.hasRemaining()) {
                int count = (int) Math.min(unread, Math.min(in.remaining(), into.remaining()));
                into.put(into.position(), in, in.position(), count).position(into.position() + count);
                in.position(in.position() + count);
                unread -= count;
            } else if (unread == 0 && in.remaining() >= TO_LENGTH) {
                beginToRead();
            } else {
                // A blocking socket is not waited for when there is something to return.
                int count = into.position() > before ? 0 : fill();
                isOver = count < 0;
                if (count <= 0) {
                    break;
                }
            }
        }
        isCut = !into.hasRemaining();
        int count = into.position() - before;
        return count == 0 && isOver ? -1 : count;
    }

    private int fill() throws IOException {
        in.compact();
        try {
            return tls.read(in);
        } finally {
            in.flip();
        }
    }

    private void beginToRead() {
        long data = in.getInt(in.position() + AmsHeader.DATA_LENGTH - AmsHeader.TCP_BYTES) & 0xFFFF_FFFFL;
        unread = AMS_BYTES + data;
        // One that is too long for the field is too long for any reader as well.
        header.clear()
                .putShort((short) 0)
                .putInt((int) Math.min(unread, 0xFFFF_FFFFL))
                .flip();
    }

    @Override
    public boolean hasMore() {
        return (isCut && (header.hasRemaining() || in.hasRemaining())) || tls.hasMore();
    }

    @Override
    public int write(ByteBuffer frames) throws IOException {
        int before = frames.remaining();
        while (flush() && frames.hasRemaining()) {
            out.clear();
            while (frames.hasRemaining() && out.hasRemaining()) {
                if (unwritten == 0) {
                    beginToWrite(frames);
                }
                int count = (int) Math.min(unwritten, Math.min(frames.remaining(), out.remaining()));
                out.put(out.position(), frames, frames.position(), count).position(out.position() + count);
                frames.position(frames.position() + count);
                unwritten -= count;
            }
            out.flip();
        }
        return before - frames.remaining();
    }

    private boolean flush() throws IOException {
        tls.write(out);
        return !out.hasRemaining();
    }

    private void beginToWrite(ByteBuffer frames) {
        int at = frames.position();
        boolean isFrame = frames.remaining() >= AmsHeader.TCP_BYTES && frames.get(at) == 0 && frames.get(at + 1) == 0;
        if (!isFrame) {
            // A server that is to send something else: what follows goes as it is.
            unwritten = Long.MAX_VALUE;
            return;
        }
        int length = frames.getInt(at + AmsHeader.LENGTH);
        unwritten = (frames.order() == in.order() ? length : Integer.reverseBytes(length)) & 0xFFFF_FFFFL;
        frames.position(at + AmsHeader.TCP_BYTES);
    }

    @Override
    public boolean isFlushed() {
        return !out.hasRemaining() && tls.isFlushed();
    }

    @Override
    public boolean isOpen() {
        return tls.isOpen();
    }

    @Override
    public void close() throws IOException {
        tls.close();
    }
}
