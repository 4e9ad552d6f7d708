package io.taktstrom.kit.session;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.event.RequestEvent;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectionObserver.Operation;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.PushingConnection;
import org.jspecify.annotations.Nullable;

/** What every connection has: name of the device, clock, memory, threads and observer. */
abstract class AbstractConnection implements PushingConnection {

    /** A request that releases something on the device. */
    @FunctionalInterface
    public interface Release {
        void run() throws ConnectorException;
    }

    private final String where;
    private final String name;
    private final String threads;
    private final MemoryBudget memory;
    private final EpochNanoClock clock;
    private final ConnectionObserver observer;
    private final boolean observed;
    /** Memory of the points that each thread is resolving, to be given back if no group comes of them. */
    private final Map<Thread, MemoryBudget> settling = new ConcurrentHashMap<>();

    AbstractConnection(String scheme, String where, MemoryBudget memory, ConnectContext context) {
        this.where = where;
        this.name = context.name().isEmpty() ? where : context.name();
        this.threads = "takt-" + scheme + "-";
        this.memory = memory;
        this.clock = context.clock();
        this.observer = context.observer();
        this.observed = observer != ConnectionObserver.NONE;
    }

    /** A group of this connection was closed: what belongs to it ends. */
    abstract void closed(ResolvedGroup group);

    /** Whom this is connected to, for messages. */
    protected final String where() {
        return where;
    }

    /** For time stamps and deadlines. */
    public final EpochNanoClock clock() {
        return clock;
    }

    /** What the device may cost. */
    protected final MemoryBudget memory() {
        return memory;
    }

    /** A thread of this connection, named {@code takt-scheme-role-where} and not yet begun; what it throws is told. */
    public final RestartingThread thread(String role, Runnable work) {
        String name = threads + role + "-" + where;
        return RestartingThread.unstarted(
                name, work, () -> {}, failure -> notice(name + ": " + failure + "; it begins again"), clock);
    }

    /**
     * Points to be given types and statuses, with memory for their values, for the group that comes of it; once in
     * {@code makeGroup}. If that fails, the memory is given back.
     */
    protected final SettledPoints settle(List<DataPoint> points) {
        MemoryBudget held = memory.part();
        settling.put(Thread.currentThread(), held);
        return new SettledPoints(points, where, held, observer::onNotice);
    }

    /** Tells an operator: what, where, and what is done about it. */
    public final void notice(String message) {
        observer.onNotice(message);
    }

    /** That many requests went to the device and were answered. Hot. */
    protected final void roundTrips(int count) {
        if (observed) {
            observer.onRoundTrips(count);
        }
    }

    /** Releases something on the device; a lost connection is not a failure, because the device releases it by itself. */
    protected final void releaseQuietly(String what, Release release) {
        try {
            release.run();
        } catch (ConnectionLostException e) {
            // The loss is reported once, by the end of the connection.
        } catch (ConnectorException e) {
            notice(what + " at " + where + ": " + e.getMessage());
        }
    }

    // ---- of the guard

    /** A group came of the points that this thread was resolving: the memory is the group's. */
    final void keepSettled() {
        settling.remove(Thread.currentThread());
    }

    /** None came of them. */
    final void giveBackSettled() {
        MemoryBudget left = settling.remove(Thread.currentThread());
        if (left != null) {
            left.close();
        }
    }

    /** Now, if calls are timed. */
    final long start() {
        return observed ? clock.nanoTime() : 0;
    }

    /** A call that began at {@code start} returned, well or not. */
    final void tell(
            Operation operation, long start, @Nullable RequestEvent event, int points, @Nullable SampleBatch values) {
        if (event != null) {
            event.tell(name, operation.name().toLowerCase(Locale.ROOT), points, values);
        }
        if (observed) {
            observer.onOperationCompleted(operation, clock.nanoTime() - start);
        }
    }
}
