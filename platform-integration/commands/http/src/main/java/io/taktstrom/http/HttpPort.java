package io.taktstrom.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.RestartingThread;
import org.jspecify.annotations.Nullable;

/**
 * A small HTTP server (RFC 9112), one request per connection, as it is sent or in TLS. One thread that never blocks on a client:
 * one that sends or reads slowly delays no other.
 *
 * <p>A request has a deadline to arrive, its handler one to answer, and the client one to take the answer. The head has 8 KiB,
 * the body its own limit. When all places are taken, the address with the most connections gives up its oldest one that is not
 * being handled. A handler that throws costs its own request: the client gets 500. A {@link HttpStream} keeps its place until it ends.
 */
public final class HttpPort implements AutoCloseable {

    static final int MAX_CONNECTIONS = 64;
    static final int MAX_REQUEST_BYTES = 8 << 10;

    private static final Duration PAGE_TIMEOUT = Duration.ofSeconds(10);
    private static final long LOOK_EVERY_MILLIS = 500;
    private static final int BACKLOG = 128;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final HttpHandler handler;
    private final HttpLimits limits;
    private final @Nullable Supplier<SSLContext> tls;
    private final EpochNanoClock clock;
    private final Consumer<Throwable> report;
    private final RestartingThread thread;
    /** In the order of their arrival. */
    private final Map<SocketChannel, HttpExchange> exchanges = new LinkedHashMap<>();
    /** Answers of other threads, for this one to send. */
    private final Queue<Runnable> answers = new ConcurrentLinkedQueue<>();

    private volatile boolean closed;

    private HttpPort(
            ServerSocketChannel server,
            Selector selector,
            HttpHandler handler,
            HttpLimits limits,
            @Nullable Supplier<SSLContext> tls,
            String threadName,
            EpochNanoClock clock,
            Consumer<Throwable> report) {
        this.server = server;
        this.selector = selector;
        this.handler = handler;
        this.limits = limits;
        this.tls = tls;
        this.clock = clock;
        this.report = report;
        thread = RestartingThread.unstarted(threadName, this::serve, this::closeAll, report, clock);
    }

    /**
     * Takes the port for a few pages that are there by {@code GET} and {@code HEAD}, and answers nothing yet.
     *
     * @param names by which it may be called; others are answered with 421
     * @param pages the answer to a request
     * @param report receives unexpected failures; not the fatal ones
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
                address,
                handler,
                new HttpLimits(PAGE_TIMEOUT, PAGE_TIMEOUT, MAX_REQUEST_BYTES),
                "takt-http",
                clock,
                report);
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
     * @param report receives unexpected failures; not the fatal ones
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
        return bind(address, handler, limits, null, threadName, clock, report);
    }

    /**
     * As the other one, in TLS.
     *
     * @param tls asked for each connection; null for a port without encryption
     */
    public static HttpPort bind(
            InetSocketAddress address,
            HttpHandler handler,
            HttpLimits limits,
            @Nullable Supplier<SSLContext> tls,
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
            return new HttpPort(server, selector, handler, limits, tls, threadName, clock, report);
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
                doWork();
            }
        } catch (IOException e) {
            throw new IllegalStateException("serve " + thread.thread().getName() + ": " + e.getMessage(), e);
        }
    }

    /** One step: waits for clients, serves those that are ready, closes those that are overdue. */
    private void doWork() throws IOException {
        selector.select(LOOK_EVERY_MILLIS);
        for (SelectionKey key : selector.selectedKeys()) {
            serve(key);
        }
        selector.selectedKeys().clear();
        for (Runnable next = answers.poll(); next != null; next = answers.poll()) {
            next.run();
        }
        closeOverdue();
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
        } else if (key.attachment() instanceof HttpExchange exchange) {
            goOn(exchange, () -> exchange.goOn(key));
        }
    }

    /** Closes the connection when it is over, and when it fails: no other connection is affected. */
    private void goOn(HttpExchange exchange, BooleanSupplier step) {
        boolean goesOn = false;
        try {
            goesOn = step.getAsBoolean();
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            report(e);
        } finally {
            if (!goesOn) {
                close(exchange);
            }
        }
    }

    private void report(Throwable failure) {
        try {
            report.accept(failure);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            System.getLogger(HttpPort.class.getName())
                    .log(System.Logger.Level.WARNING, "the report of a failed request failed", e);
        }
    }

    private void accept() {
        try {
            for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
                if (exchanges.size() >= limits.maxConnections() && !giveWay()) {
                    next.close();
                    continue;
                }
                HttpExchange exchange = new HttpExchange(next, wire(next), limits, clock, this::handle);
                exchanges.put(next, exchange);
                next.configureBlocking(false);
                next.register(selector, SelectionKey.OP_READ, exchange);
            }
        } catch (IOException e) {
            // Out of file descriptors, or the client has gone: one connection less, and on.
            giveWay();
        }
    }

    private Wire wire(SocketChannel channel) {
        return tls == null ? Wire.plain(channel) : new TlsWire(channel, tls.get());
    }

    private void handle(HttpExchange exchange, HttpRequest request) {
        Consumer<HttpAnswer> onAnswer = answer -> {
            answers.add(() -> answer(exchange, answer));
            selector.wakeup();
        };
        try {
            handler.handle(request, onAnswer);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            report(e);
            onAnswer.accept(HttpAnswer.refusal(500));
        }
    }

    private void answer(HttpExchange exchange, HttpAnswer answer) {
        SelectionKey key = exchange.channel().keyFor(selector);
        HttpStream stream = answer == null ? null : answer.stream();
        if (key == null || !key.isValid()) {
            if (stream != null) {
                stream.end();
            }
            return;
        }
        goOn(exchange, () -> exchange.answer(key, answer));
        if (stream != null) {
            stream.attach(() -> {
                answers.add(() -> goOnSending(exchange, key));
                selector.wakeup();
            });
        }
    }

    private void goOnSending(HttpExchange exchange, SelectionKey key) {
        if (key.isValid()) {
            goOn(exchange, () -> exchange.goOnSending(key));
        }
    }

    /** Closes one connection; false when all of them are being handled. */
    private boolean giveWay() {
        Map<InetAddress, Integer> counts = new HashMap<>();
        exchanges.values().forEach(each -> counts.merge(each.client(), 1, Integer::sum));
        HttpExchange chosen = null;
        int most = 0;
        for (HttpExchange each : exchanges.values()) {
            int ofClient = counts.getOrDefault(each.client(), 0);
            if (!each.isBeingHandled() && ofClient > most) {
                chosen = each;
                most = ofClient;
            }
        }
        if (chosen == null) {
            return false;
        }
        close(chosen);
        return true;
    }

    private void closeOverdue() {
        long now = clock.nanoTime();
        exchanges.values().stream()
                .filter(each -> each.deadline() - now <= 0)
                .toList()
                .forEach(this::close);
    }

    private void close(HttpExchange exchange) {
        exchanges.remove(exchange.channel());
        exchange.close();
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
            // It no longer serves, which is the purpose.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
