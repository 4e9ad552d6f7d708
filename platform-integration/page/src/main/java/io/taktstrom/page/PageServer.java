package io.taktstrom.page;

import java.io.IOException;

import io.taktstrom.data.EpochNanoClock;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** Jetty on 127.0.0.1, bounded in threads, connections and time. */
final class PageServer implements AutoCloseable {

    private static final String ADDRESS = "127.0.0.1";
    /** One accepts, one selects, the others answer; none waits for a browser. */
    private static final int MAX_THREADS = 8;

    private static final int MAX_HEADER_BYTES = 8 << 10;
    /** What the system keeps for a browser that is slow: more frames would only be old when they come. */
    private static final int MAX_SEND_BYTES = 64 << 10;

    private static final long IDLE_MILLIS = 30_000;
    private static final long STOP_MILLIS = 0;

    private final Server server;
    private final ServerConnector connector;
    private final PageConnections connections;

    private PageServer(Server server, ServerConnector connector, PageConnections connections) {
        this.server = server;
        this.connector = connector;
        this.connections = connections;
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @throws IOException when it is taken
     */
    static PageServer bind(int port, Handler handler, EpochNanoClock clock) throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, 1);
        threads.setName("takt-page-http");
        threads.setDaemon(true);
        Server server = new Server(threads, new ScheduledExecutorScheduler("takt-page-timer", true), null);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(ADDRESS);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setAcceptedSendBufferSize(MAX_SEND_BYTES);
        server.addConnector(connector);
        PageConnections connections = new PageConnections(handler, clock);
        connector.addBean(connections);
        server.setHandler(connections);
        server.setStopTimeout(STOP_MILLIS);
        connector.open();
        return new PageServer(server, connector, connections);
    }

    PageConnections connections() {
        return connections;
    }

    int port() {
        return connector.getLocalPort();
    }

    void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cannot serve the page on " + ADDRESS + ":" + port() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
            connector.close();
        } catch (Exception e) {
            // It no longer serves, which is the purpose.
        }
    }
}
