package io.taktstrom.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiConsumer;

import io.taktstrom.data.EpochNanoClock;
import org.jspecify.annotations.Nullable;

/** One connection: a request that comes in whatever pieces, and its answer. Never blocks. One thread. */
final class HttpExchange {

    private static final ByteBuffer GO_ON =
            ByteBuffer.wrap("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

    private final SocketChannel channel;
    private final Wire wire;
    private final InetSocketAddress client;
    private final HttpLimits limits;
    private final EpochNanoClock clock;
    private final BiConsumer<HttpExchange, HttpRequest> handler;
    private final ByteBuffer head = ByteBuffer.allocate(HttpPort.MAX_REQUEST_BYTES);
    private @Nullable HttpRequest request;
    private @Nullable ByteBuffer body;
    private @Nullable ByteBuffer answer;
    private @Nullable HttpStream stream;
    /** Whether a part of the answer waits for the client. */
    private boolean isSending;
    /** Whether there may be more than was read. */
    private boolean isCutShort;

    private boolean isBeingHandled;
    private long deadline;

    /**
     * Begins the time for the request to arrive.
     *
     * @param handler gets the request, and has {@link #answer} called by this thread
     */
    HttpExchange(
            SocketChannel channel,
            Wire wire,
            HttpLimits limits,
            EpochNanoClock clock,
            BiConsumer<HttpExchange, HttpRequest> handler)
            throws IOException {
        this.channel = channel;
        this.wire = wire;
        client = (InetSocketAddress) channel.getRemoteAddress();
        this.limits = limits;
        this.clock = clock;
        this.handler = handler;
        startTimer(limits.transfer());
    }

    private void startTimer(Duration duration) {
        deadline = clock.nanoTime() + duration.toNanos();
    }

    SocketChannel channel() {
        return channel;
    }

    InetAddress client() {
        return client.getAddress();
    }

    /** Whether the request has arrived as a whole and its answer is not known yet, or is a stream. */
    boolean isBeingHandled() {
        return isBeingHandled;
    }

    /** When the present step must be over, on the port's clock. */
    long deadline() {
        return deadline;
    }

    /** Does what can be done now; false when it is over. */
    boolean goOn(SelectionKey key) {
        try {
            boolean goesOn = step(key);
            while (goesOn && answer == null && !isBeingHandled && wire.hasMore()) {
                goesOn = step(key);
            }
            return goesOn;
        } catch (IOException e) {
            // The client has gone.
            return false;
        }
    }

    private boolean step(SelectionKey key) throws IOException {
        ByteBuffer out = answer;
        return out == null ? read(key) : isSending ? write(key, out) : passOver(key);
    }

    private boolean read(SelectionKey key) throws IOException {
        ByteBuffer rest = body;
        if (wire.read(rest == null ? head : rest) < 0) {
            return false;
        }
        expectInput(key);
        if (rest == null) {
            int end = endOfHead();
            if (end < 0) {
                return head.hasRemaining() || refuse(key, 431);
            }
            int refusal = begin(end);
            if (refusal > 0) {
                return refuse(key, refusal);
            }
            rest = body;
        }
        HttpRequest whole = request;
        if (rest == null || whole == null || rest.hasRemaining()) {
            return true;
        }
        // Nothing is read until the answer is known.
        key.interestOps(0);
        isBeingHandled = true;
        startTimer(limits.handling());
        handler.accept(this, whole.withBody(rest.flip().asReadOnlyBuffer()));
        return true;
    }

    private void expectInput(SelectionKey key) {
        key.interestOps(SelectionKey.OP_READ | (wire.isFlushed() ? 0 : SelectionKey.OP_WRITE));
    }

    /** Behind the empty line; -1 when it is not there yet. A line may end with a line feed alone (RFC 9112, 2.2). */
    private int endOfHead() {
        for (int i = 1; i < head.position(); i++) {
            if (head.get(i) == '\n'
                    && (head.get(i - 1) == '\n' || (i > 1 && head.get(i - 1) == '\r' && head.get(i - 2) == '\n'))) {
                return i + 1;
            }
        }
        return -1;
    }

    /** Reads the head, and makes room for the body; more than 0 is the code of a refusal. */
    private int begin(int end) throws IOException {
        HttpRequest begun =
                HttpRequest.ofHead(head.array(), end, client.toString().replaceFirst("^/", ""));
        if (begun == null) {
            return 400;
        }
        if (!begun.header("transfer-encoding").isEmpty()) {
            return 411;
        }
        long length = begun.bodyBytes();
        int here = head.position() - end;
        if (length < 0 || here > length) {
            return 400;
        }
        if (length > limits.maxBodyBytes()) {
            return 413;
        }
        request = begun;
        body = ByteBuffer.allocate((int) length).put(head.array(), end, here);
        if (here < length && begun.header("expect").equalsIgnoreCase("100-continue")) {
            wire.write(GO_ON.duplicate());
        }
        return 0;
    }

    private boolean refuse(SelectionKey key, int code) {
        isCutShort = true;
        return answer(key, HttpAnswer.refusal(code));
    }

    /** Sends the first answer, and ignores a later one. False when the connection is done with. */
    boolean answer(SelectionKey key, HttpAnswer with) {
        if (answer != null) {
            return true;
        }
        stream = with.stream();
        HttpRequest of = request;
        ByteBuffer out = with.bytes(of == null || !of.isHead());
        answer = out;
        isBeingHandled = stream != null;
        startTimer(limits.transfer());
        try {
            key.interestOps(SelectionKey.OP_WRITE);
            return write(key, out);
        } catch (IOException e) {
            // The client has gone.
            return false;
        }
    }

    private boolean write(SelectionKey key, ByteBuffer out) throws IOException {
        wire.write(out);
        isSending = out.hasRemaining() || !wire.isFlushed();
        if (isSending) {
            return true;
        }
        HttpStream open = stream;
        if (open != null) {
            open.taken();
            return sendNext(key, open);
        }
        wire.endOutput();
        key.interestOps(SelectionKey.OP_READ);
        return isCutShort;
    }

    /** Sends what a stream has; false when it has ended. */
    boolean goOnSending(SelectionKey key) {
        HttpStream open = stream;
        try {
            return open != null && answer != null && !open.isClosed() && (isSending || sendNext(key, open));
        } catch (IOException e) {
            // The client has gone.
            return false;
        }
    }

    private boolean sendNext(SelectionKey key, HttpStream open) throws IOException {
        ByteBuffer frame = open.next();
        if (frame == null) {
            deadline = clock.nanoTime() + Long.MAX_VALUE / 2;
            key.interestOps(SelectionKey.OP_READ);
            return !open.isClosed();
        }
        answer = frame;
        startTimer(limits.transfer());
        key.interestOps(SelectionKey.OP_WRITE);
        return write(key, frame);
    }

    /** Who closes on what has come, and was not read, resets the connection, and the client never sees why it was refused (RFC 9112, 9.6). */
    private boolean passOver(SelectionKey key) throws IOException {
        boolean goesOn = wire.read(head.clear()) >= 0;
        expectInput(key);
        return goesOn;
    }

    void close() {
        if (stream != null) {
            stream.end();
        }
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
