package io.taktstrom.page;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The connections of browsers: a deadline for each step of a request, and at most so many at once. All have the address 127.0.0.1,
 * so what counts is what a connection does: when all places are taken, the one that has waited longest for a client gives way.
 * Thread-safe.
 *
 * <pre>
 *   opened --> transfer (10 s: head, body, answer of a file) --> handling (75 s: a command) --> transfer (the next request)
 *                                                            '-> stream   (its Viewer has a deadline for each frame)
 * </pre>
 */
final class PageConnections extends Handler.Wrapper implements Connection.Listener {

    /** A page has one for its events, and needs others for moments. */
    static final int MAX_OPEN = 256;

    static final Duration TRANSFER = Duration.ofSeconds(10);
    /** Longer than a device may take for a write and two reads. */
    private static final Duration HANDLING = Duration.ofSeconds(75);

    private static final String ATTRIBUTE = PageConnections.class.getName();

    private final Map<Connection, Step> open = new ConcurrentHashMap<>();
    private final EpochNanoClock clock;

    PageConnections(Handler handler, EpochNanoClock clock) {
        super(handler);
        this.clock = clock;
    }

    /**
     * What a connection does now.
     *
     * @param givesWay whether it waits for its client
     * @param deadline on our clock
     */
    private record Step(boolean givesWay, long deadline) {}

    private Step transfer() {
        return new Step(true, clock.nanoTime() + TRANSFER.toNanos());
    }

    @Override
    public void onOpened(Connection connection) {
        if (open.size() >= MAX_OPEN && !giveWay()) {
            connection.getEndPoint().close();
            return;
        }
        open.put(connection, transfer());
    }

    @Override
    public void onClosed(Connection connection) {
        open.remove(connection);
    }

    /** Closes one connection; false when all of them are being handled. */
    private boolean giveWay() {
        Connection oldest = open.entrySet().stream()
                .filter(each -> each.getValue().givesWay())
                .min(Comparator.comparingLong(each -> each.getValue().deadline() - clock.nanoTime()))
                .map(Map.Entry::getKey)
                .orElse(null);
        if (oldest == null) {
            return false;
        }
        close(oldest);
        return true;
    }

    int size() {
        return open.size();
    }

    /** Closes the connections that are past their deadlines. Called often. */
    void closeOverdue() {
        long now = clock.nanoTime();
        open.forEach((connection, step) -> {
            if (step.deadline() - now <= 0) {
                close(connection);
            }
        });
    }

    private void close(Connection connection) {
        open.remove(connection);
        connection.getEndPoint().close();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        request.setAttribute(ATTRIBUTE, this);
        enter(request, transfer());
        Request.addCompletionListener(request, failure -> enter(request, transfer()));
        return super.handle(request, response, callback);
    }

    /** The request has arrived as a whole, and its answer takes as long as a command does. */
    static void handling(Request request) {
        if (request.getAttribute(ATTRIBUTE) instanceof PageConnections connections) {
            connections.enter(request, new Step(false, connections.clock.nanoTime() + HANDLING.toNanos()));
        }
    }

    /** The answer is a stream of events. */
    static void streaming(Request request) {
        if (request.getAttribute(ATTRIBUTE) instanceof PageConnections connections) {
            connections.enter(request, new Step(false, connections.clock.nanoTime() + Long.MAX_VALUE / 2));
        }
    }

    private void enter(Request request, Step step) {
        open.computeIfPresent(request.getConnectionMetaData().getConnection(), (connection, before) -> step);
    }
}
