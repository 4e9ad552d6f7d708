package io.taktstrom.kit.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.GuardedThread;
import org.jspecify.annotations.Nullable;

/**
 * A small HTTP server (RFC 9112), one request for each connection, without encryption. One thread that never waits for
 * anybody: what a client sends or takes slowly, or not at all, holds up no other.
 *
 * <p>Each connection gets a limited time for all, 8 KiB for the head of its request, and a limit for the body. When there are too many, the one that has been
 * there for the longest gives way to the newest: whoever asks at once is answered at once, however many only sit there.
 */
public final class HttpPort implements AutoCloseable {

    static final int MAX_CONNECTIONS = 64;
    static final int MAX_REQUEST_BYTES = 8 << 10;

    private static final Duration PATIENCE_FOR_PAGES = Duration.ofSeconds(10);
    private static final long LOOK_EVERY_MILLIS = 500;
    private static final int BACKLOG = 128;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final HttpHandler handler;
    private final HttpLimits limits;
    private final EpochNanoClock clock;
    private final GuardedThread thread;
    /** In the order in which they came. */
    private final Map<SocketChannel, HttpExchange> exchanges = new LinkedHashMap<>();
    /** What other threads have for ours to do. */
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    private HttpPort(
            ServerSocketChannel server,
            Selector selector,
            HttpHandler handler,
            HttpLimits limits,
            String threadName,
            EpochNanoClock clock,
            Consumer<Throwable> report) {
        this.server = server;
        this.selector = selector;
        this.handler = handler;
        this.limits = limits;
        this.clock = clock;
        thread = GuardedThread.unstarted(threadName, this::serve, this::closeAll, report, clock);
    }

    /**
     * Takes the port for a few pages that are there by {@code GET} and {@code HEAD}, and answers nothing yet.
     *
     * @param names by which it may be called; others are answered with 421
     * @param pages the answer to a request
     * @param report hears what nobody had foreseen
     */
    public static HttpPort ofPages(
            InetSocketAddress address,
            HostNames names,
            Function<HttpRequest, HttpAnswer> pages,
            EpochNanoClock clock,
            Consumer<Throwable> report)
            throws IOException {
        HttpHandler handler = (request, answer) -> answer.accept(page(request, names, pages));
        return bind(
                address, handler, new HttpLimits(PATIENCE_FOR_PAGES, MAX_REQUEST_BYTES), "takt-http", clock, report);
    }

    private static HttpAnswer page(HttpRequest request, HostNames names, Function<HttpRequest, HttpAnswer> pages) {
        if (!names.isCalledIn(request)) {
            return HttpAnswer.says(
                    421, "call this server by localhost, by its address, or by a name that it was given");
        }
        return request.method().equals("GET") || request.isHead()
                ? pages.apply(request)
                : HttpAnswer.onlyBy("GET, HEAD");
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @param report hears what nobody had foreseen
     * @throws IOException when the port is taken or not of this machine
     */
    public static HttpPort bind(
            InetSocketAddress address,
            HttpHandler handler,
            HttpLimits limits,
            String threadName,
            EpochNanoClock clock,
            Consumer<Throwable> report)
            throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(address, BACKLOG).configureBlocking(false);
            Selector selector = Selector.open();
            server.register(selector, SelectionKey.OP_ACCEPT);
            return new HttpPort(server, selector, handler, limits, threadName, clock, report);
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Answers from now on. */
    public void start() {
        thread.begin();
    }

    public InetSocketAddress address() throws IOException {
        return (InetSocketAddress) server.getLocalAddress();
    }

    private void serve() {
        try {
            while (!closed) {
                selector.select(LOOK_EVERY_MILLIS);
                for (SelectionKey key : selector.selectedKeys()) {
                    serve(key);
                }
                selector.selectedKeys().clear();
                for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
                    next.run();
                }
                closeWhoTookTooLong();
            }
        } catch (IOException e) {
            throw new IllegalStateException("serve " + thread.thread().getName() + ": " + e.getMessage(), e);
        }
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
        } else if (key.attachment() instanceof HttpExchange exchange) {
            boolean goesOn = false;
            try {
                goesOn = exchange.goOn(key);
            } finally {
                if (!goesOn) {
                    close(exchange);
                }
            }
        }
    }

    private void accept() {
        try {
            for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
                makeRoom();
                HttpExchange exchange = new HttpExchange(
                        next, clock.nanoTime() + limits.patience().toNanos(), limits.maxBodyBytes(), this::handle);
                exchanges.put(next, exchange);
                next.configureBlocking(false);
                next.register(selector, SelectionKey.OP_READ, exchange);
            }
        } catch (IOException e) {
            // No descriptor is left, or whoever came has gone: one less of those who are there, and on.
            oldest();
        }
    }

    private void handle(HttpExchange exchange, HttpRequest request) {
        handler.handle(request, answer -> {
            answers.add(() -> answer(exchange, answer));
            selector.wakeup();
        });
    }

    private void answer(HttpExchange exchange, HttpAnswer answer) {
        SelectionKey key = exchange.channel().keyFor(selector);
        if (key != null && key.isValid() && !exchange.answer(key, answer)) {
            close(exchange);
        }
    }

    private void makeRoom() {
        while (exchanges.size() >= MAX_CONNECTIONS) {
            oldest();
        }
    }

    private void oldest() {
        HttpExchange first =
                exchanges.isEmpty() ? null : exchanges.values().iterator().next();
        close(first);
    }

    private void closeWhoTookTooLong() {
        long now = clock.nanoTime();
        while (!exchanges.isEmpty() && exchanges.values().iterator().next().deadline() - now <= 0) {
            oldest();
        }
    }

    private void close(@Nullable HttpExchange exchange) {
        if (exchange != null) {
            exchanges.remove(exchange.channel());
            exchange.close();
        }
    }

    private void closeAll() {
        new ArrayList<>(exchanges.values()).forEach(this::close);
    }

    @Override
    public void close() {
        closed = true;
        thread.end();
        selector.wakeup();
        try {
            server.close();
            thread.thread().join(LOOK_EVERY_MILLIS);
            selector.close();
        } catch (IOException e) {
            // It serves nobody any more, which is all that was wanted.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
