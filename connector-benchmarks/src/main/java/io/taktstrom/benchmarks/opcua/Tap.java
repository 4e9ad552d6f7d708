package io.taktstrom.benchmarks.opcua;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stands between a client and the server, passes each request on and its answer back, one at a time, and remembers them;
 * then hands over the connection with one of the requests, so that it can be sent again and again.
 *
 * <pre>
 *   client --request--> tap --request--> server          afterwards:   RawRequest ==the same request==> server
 *          &lt;--answer---     &lt;--answer---
 * </pre>
 */
final class Tap implements Closeable {

    /** Binary encodings of requests (the OPC Foundation's NodeIds.csv). */
    static final int READ = 631;

    static final int BROWSE = 527;

    /** One request, or its first chunk; the number of its last chunk; the bytes of the answer. */
    private record Exchange(int type, UaMessage request, int sent, int answerBytes) {}

    private final ServerSocketChannel listener;
    private final InetSocketAddress server;
    private final String path;
    private final List<Exchange> exchanges = new ArrayList<>();
    private SocketChannel toServer;

    private Tap(String uri) throws IOException {
        URI parsed = URI.create(uri);
        server = new InetSocketAddress(parsed.getHost(), parsed.getPort());
        path = parsed.getPath();
        listener = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        toServer = SocketChannel.open();
    }

    static Tap before(String uri) throws IOException {
        Tap tap = new Tap(uri);
        Thread thread = new Thread(tap::serve, "tap");
        thread.setDaemon(true);
        thread.start();
        return tap;
    }

    /** Where clients connect. */
    String uri() throws IOException {
        return "opc.tcp://127.0.0.1:" + ((InetSocketAddress) listener.getLocalAddress()).getPort() + path;
    }

    private void serve() {
        try {
            while (true) {
                SocketChannel next = SocketChannel.open();
                try (SocketChannel client = listener.accept()) {
                    next.connect(server);
                    serve(client, next);
                } catch (EOFException e) {
                    // This client is done; the next one may come.
                    next.close();
                }
            }
        } catch (IOException e) {
            // Closed by the reader.
        }
    }

    private void serve(SocketChannel client, SocketChannel next) throws IOException {
        synchronized (this) {
            toServer = next;
            exchanges.clear();
        }
        while (true) {
            UaMessage request = UaMessage.read(client);
            request.write(next);
            UaMessage chunk = request;
            while (!chunk.isFinal()) {
                chunk = UaMessage.read(client);
                chunk.write(next);
            }
            if (request.isClose()) {
                throw new EOFException("the client has closed its channel");
            }
            int answerBytes = 0;
            UaMessage answer;
            do {
                answer = UaMessage.read(next);
                answerBytes += answer.size();
                if (answer.isFinal()) {
                    // Before the client goes on.
                    remember(new Exchange(request.typeId(), request, chunk.sequence(), answerBytes));
                }
                answer.write(client);
            } while (!answer.isFinal());
        }
    }

    private synchronized void remember(Exchange exchange) {
        exchanges.add(exchange);
    }

    /** The connection, to send the last request of a type again. */
    synchronized RawRequest last(int type) {
        List<Exchange> some = of(type);
        return again(some.get(some.size() - 1));
    }

    /** The connection, to send the request of a type again whose answer was the largest. */
    synchronized RawRequest largest(int type) {
        return again(of(type).stream()
                .max(Comparator.comparingInt(Exchange::answerBytes))
                .orElseThrow());
    }

    private RawRequest again(Exchange exchange) {
        if (!exchange.request().isFinal()) {
            throw new IllegalStateException("a request of several chunks cannot be sent again");
        }
        int sent = exchanges.get(exchanges.size() - 1).sent();
        return new RawRequest(toServer, exchange.request(), sent, exchange.answerBytes());
    }

    private List<Exchange> of(int type) {
        List<Exchange> some =
                exchanges.stream().filter(each -> each.type() == type).toList();
        if (some.isEmpty()) {
            throw new IllegalStateException("no request of type " + type + " among " + exchanges);
        }
        return some;
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
