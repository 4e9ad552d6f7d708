package io.taktstrom.example.line;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The socket. Callers send one request at a time; a thread of its own receives, and is also the watch: an overdue request
 * ends the link, because its late answer would be taken for that of the next request.
 */
final class LineLink {

    /** Takes a line on the receiving thread: {@code bytes[from]} to {@code bytes[to - 1]}. */
    @FunctionalInterface
    interface Lines {
        /** Whether it was the last one of an answer. */
        boolean take(byte[] bytes, int from, int to) throws ConnectorException;
    }

    /** No variable's value is longer. This also limits what a broken device makes us keep. */
    private static final int LONGEST_LINE = 1 << 19;

    private final Socket socket = new Socket();
    private final Endpoint endpoint;
    private final EpochNanoClock clock;
    private final long timeoutNanos;
    private final Lines pushed;
    private final Consumer<@Nullable ConnectorException> onEnd;
    private final Thread receiver = new Thread(this::receive, "line-receiver");

    // Guarded by the receiver's monitor.
    private @Nullable Lines awaited;
    private long sentAt;
    private @Nullable ConnectorException end;
    private boolean closedByUser;

    /** Both listeners are called on the receiving thread; the second once, with null after {@link #close}. */
    LineLink(Endpoint endpoint, EpochNanoClock clock, Lines pushed, Consumer<@Nullable ConnectorException> onEnd) {
        this.endpoint = endpoint;
        this.clock = clock;
        this.pushed = pushed;
        this.onEnd = onEnd;
        timeoutNanos = CommonOptions.REQUEST_TIMEOUT.of(endpoint).toNanos();
    }

    void open() throws ConnectFailedException {
        try {
            int timeoutMillis = (int) CommonOptions.CONNECT_TIMEOUT.of(endpoint).toMillis();
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout((int) Math.max(1, timeoutNanos / 4_000_000));
        } catch (IOException e) {
            closeSocket();
            throw new ConnectFailedException("connect " + endpoint + ": " + e + "; check host, port and firewall", e);
        }
        receiver.setDaemon(true);
        receiver.start();
    }

    /** Sends requests and waits until {@code answer} has taken the last line. Holds this object's monitor meanwhile. */
    synchronized void request(byte[] lines, Lines answer) throws ConnectorException {
        synchronized (receiver) {
            if (end != null) {
                throw new ConnectionLostException(endpoint + " is gone: " + end.getMessage(), end);
            }
            if (lines.length == 0) {
                return;
            }
            awaited = answer;
            sentAt = clock.nanoTime();
        }
        try {
            socket.getOutputStream().write(lines);
        } catch (IOException e) {
            end(new ConnectionLostException("send to " + endpoint + ": " + e.getMessage() + "; connect again", e));
        }
        synchronized (receiver) {
            while (awaited != null && end == null) {
                try {
                    receiver.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    end(new ConnectionLostException(endpoint + ": interrupted while waiting for an answer", e));
                }
            }
            if (awaited != null && end != null) {
                throw end;
            }
        }
    }

    /** Sends a request and collects the answer's lines until they are complete. */
    List<String> ask(String lines, Predicate<List<String>> complete) throws ConnectorException {
        List<String> answer = new ArrayList<>();
        request(lines.getBytes(StandardCharsets.US_ASCII), (bytes, from, to) -> {
            answer.add(new String(bytes, from, to - from, StandardCharsets.US_ASCII));
            return complete.test(answer);
        });
        return answer;
    }

    /** Sends requests that have an answer of one line each, all at once. Where there is no request is no answer. */
    @Nullable
    String[] askEach(@Nullable String[] requests) throws ConnectorException {
        StringBuilder lines = new StringBuilder();
        int count = 0;
        for (String request : requests) {
            if (request != null) {
                lines.append(request).append('\n');
                count++;
            }
        }
        int expected = count;
        List<String> answered = ask(lines.toString(), answer -> answer.size() == expected);
        @Nullable String[] answers = new String[requests.length];
        for (int i = 0, next = 0; i < requests.length; i++) {
            answers[i] = requests[i] == null ? null : answered.get(next++);
        }
        return answers;
    }

    private void receive() {
        byte[] bytes = new byte[LONGEST_LINE];
        int used = 0;
        try {
            while (true) {
                used = takeLines(bytes, used + read(bytes, used));
                checkOverdue();
            }
        } catch (ConnectorException e) {
            end(e);
        } catch (IOException e) {
            end(new ConnectionLostException("receive from " + endpoint + ": " + e.getMessage() + "; connect again", e));
        }
        synchronized (receiver) {
            onEnd.accept(closedByUser ? null : end);
        }
    }

    private int read(byte[] bytes, int used) throws IOException {
        try {
            int count = socket.getInputStream().read(bytes, used, bytes.length - used);
            if (count < 0) {
                throw new ConnectionLostException(endpoint + " closed the connection; connect again");
            }
            return count;
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    /** Returns how many bytes of an unfinished line are left, now at the beginning. */
    private int takeLines(byte[] bytes, int used) throws ConnectorException {
        int from = 0;
        for (int i = 0; i < used; i++) {
            if (bytes[i] == '\n') {
                take(bytes, from, i);
                from = i + 1;
            }
        }
        if (used - from == bytes.length) {
            throw new MalformedFrameException(endpoint + " sent a line that does not end", used);
        }
        System.arraycopy(bytes, from, bytes, 0, used - from);
        return used - from;
    }

    private void take(byte[] bytes, int from, int to) throws ConnectorException {
        if (from < to && bytes[from] == '*') {
            pushed.take(bytes, from + 1, to);
            return;
        }
        synchronized (receiver) {
            // After the end, a caller's batch is no longer ours to fill.
            if (end == null) {
                if (awaited == null) {
                    throw new MalformedFrameException(endpoint + " sent an answer that nobody waits for", from);
                }
                if (awaited.take(bytes, from, to)) {
                    awaited = null;
                    receiver.notifyAll();
                }
            }
        }
    }

    private void checkOverdue() throws RequestTimeoutException {
        synchronized (receiver) {
            if (awaited != null && clock.nanoTime() - sentAt > timeoutNanos) {
                throw new RequestTimeoutException(endpoint + " did not answer within " + timeoutNanos / 1_000_000
                        + " ms; check the device, or raise requestTimeout");
            }
        }
    }

    private void end(ConnectorException cause) {
        synchronized (receiver) {
            if (end == null) {
                end = cause;
                receiver.notifyAll();
            }
        }
        closeSocket();
    }

    /** Ends the link, and waits for the receiving thread unless this is it. */
    void close() {
        synchronized (receiver) {
            closedByUser |= end == null;
        }
        end(new ConnectionLostException("it was closed by its user"));
        if (Thread.currentThread() != receiver) {
            try {
                receiver.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed all the same.
        }
    }
}
