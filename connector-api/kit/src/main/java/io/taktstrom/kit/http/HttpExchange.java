package io.taktstrom.kit.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** One connection: a request that comes in whatever pieces, and its answer. Never blocks. One thread. */
final class HttpExchange {

    private static final ByteBuffer GO_ON =
            ByteBuffer.wrap("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

    private final SocketChannel channel;
    private final long deadline;
    private final int maxBodyBytes;
    private final BiConsumer<HttpExchange, HttpRequest> handler;
    private final ByteBuffer head = ByteBuffer.allocate(HttpPort.MAX_REQUEST_BYTES);
    private @Nullable HttpRequest request;
    private @Nullable ByteBuffer body;
    private @Nullable ByteBuffer answer;
    /** Whether there may be more than was read. */
    private boolean isCutShort;

    /**
     * @param deadline by when all must be over, on the clock of whoever watches
     * @param maxBodyBytes longest body
     * @param handler gets the request and sees to it that {@link #answer} is called, by our thread
     */
    HttpExchange(
            SocketChannel channel, long deadline, int maxBodyBytes, BiConsumer<HttpExchange, HttpRequest> handler) {
        this.channel = channel;
        this.deadline = deadline;
        this.maxBodyBytes = maxBodyBytes;
        this.handler = handler;
    }

    SocketChannel channel() {
        return channel;
    }

    long deadline() {
        return deadline;
    }

    /** Does what can be done now; false when it is over. */
    boolean goOn(SelectionKey key) {
        try {
            ByteBuffer out = answer;
            return out == null ? read(key) : out.hasRemaining() ? write(key, out) : passOver();
        } catch (IOException e) {
            // Whoever asked has gone.
            return false;
        }
    }

    private boolean read(SelectionKey key) throws IOException {
        ByteBuffer rest = body;
        if (channel.read(rest == null ? head : rest) < 0) {
            return false;
        }
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
        // Nothing is read, nor waited for, until there is an answer.
        key.interestOps(0);
        handler.accept(this, whole.withBody(rest.flip().asReadOnlyBuffer()));
        return true;
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
        HttpRequest begun = HttpRequest.ofHead(
                head.array(), end, String.valueOf(channel.getRemoteAddress()).replaceFirst("^/", ""));
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
        if (length > maxBodyBytes) {
            return 413;
        }
        request = begun;
        body = ByteBuffer.allocate((int) length).put(head.array(), end, here);
        if (here < length && begun.header("expect").equalsIgnoreCase("100-continue")) {
            channel.write(GO_ON.duplicate());
        }
        return 0;
    }

    private boolean refuse(SelectionKey key, int code) {
        isCutShort = true;
        return answer(key, HttpAnswer.refusal(code));
    }

    /** False when the answer is sent already. */
    boolean answer(SelectionKey key, HttpAnswer with) {
        HttpRequest of = request;
        ByteBuffer out = with.bytes(of == null || !of.isHead());
        answer = out;
        try {
            key.interestOps(SelectionKey.OP_WRITE);
            return write(key, out);
        } catch (IOException e) {
            // Whoever asked has gone.
            return false;
        }
    }

    private boolean write(SelectionKey key, ByteBuffer out) throws IOException {
        channel.write(out);
        if (out.hasRemaining()) {
            return true;
        }
        channel.shutdownOutput();
        key.interestOps(SelectionKey.OP_READ);
        return isCutShort;
    }

    /** Who closes on what has come, and was not read, resets the connection, and the client never sees why it was refused (RFC 9112, 9.6). */
    private boolean passOver() throws IOException {
        return channel.read(head.clear()) >= 0;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
