package io.taktstrom.cli.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** One connection: a request that comes in whatever pieces, and its answer. Never blocks. One thread. */
final class HttpExchange {

    private final SocketChannel channel;
    private final long deadline;
    private final Function<String, HttpAnswer> pages;
    private final ByteBuffer request = ByteBuffer.allocate(HttpPort.MOST_REQUEST_BYTES);
    private @Nullable ByteBuffer answer;

    /** @param deadline by when all must be over, on the clock of whoever watches */
    HttpExchange(SocketChannel channel, long deadline, Function<String, HttpAnswer> pages) {
        this.channel = channel;
        this.deadline = deadline;
        this.pages = pages;
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
            if (out == null) {
                if (channel.read(request) < 0) {
                    return false;
                }
                if (!isComplete() && request.hasRemaining()) {
                    return true;
                }
                out = answer().bytes();
                answer = out;
                key.interestOps(SelectionKey.OP_WRITE);
            }
            channel.write(out);
            if (out.hasRemaining()) {
                return true;
            }
            channel.shutdownOutput();
            return false;
        } catch (IOException e) {
            // Whoever asked has gone.
            return false;
        }
    }

    /** Headers end with an empty line; a line may end with a line feed alone (RFC 9112, 2.2). */
    private boolean isComplete() {
        for (int i = 1; i < request.position(); i++) {
            if (request.get(i) == '\n'
                    && (request.get(i - 1) == '\n'
                            || (i > 1 && request.get(i - 1) == '\r' && request.get(i - 2) == '\n'))) {
                return true;
            }
        }
        return false;
    }

    private HttpAnswer answer() {
        if (!isComplete()) {
            return HttpAnswer.refusal(431, "Request Header Fields Too Large");
        }
        String all = new String(request.array(), 0, request.position(), StandardCharsets.ISO_8859_1);
        String[] line = all.substring(0, all.indexOf('\n')).strip().split(" ", -1);
        if (line.length != 3 || !line[2].startsWith("HTTP/1.")) {
            return HttpAnswer.refusal(400, "Bad Request");
        }
        if (!line[0].equals("GET")) {
            return HttpAnswer.refusal(405, "Method Not Allowed");
        }
        int query = line[1].indexOf('?');
        return pages.apply(query < 0 ? line[1] : line[1].substring(0, query));
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
