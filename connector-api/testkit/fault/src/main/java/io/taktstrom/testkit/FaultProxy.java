package io.taktstrom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/**
 * A TCP proxy between a client and a device, on which faults happen when the test says so.
 *
 * <p>It listens on an ephemeral port of 127.0.0.1, unless it is told another address, and connects to the target once for each connection it accepts. Faults
 * are armed and disarmed at any time, for every connection or for the n-th one accepted (the first is 1). With the same
 * seed, each connection is cut at the same offsets in every run. Without faults it is transparent: half-closes and resets
 * pass as they are. A target that cannot be reached shows as a reset of the accepted connection.
 *
 * <p>Two daemon threads per connection and one that accepts, all named {@code fault-proxy-PORT-…}; {@link #close} ends them.
 * Every method may be called from any thread.
 */
public final class FaultProxy implements AutoCloseable {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);

    private final InetSocketAddress target;
    private final ArmedFaults faults;
    private final ReservedPort port;
    private final List<ProxiedLink> links = new CopyOnWriteArrayList<>();
    private final Thread acceptor;
    private volatile boolean closed;

    private FaultProxy(InetSocketAddress target, InetSocketAddress at, long seed) throws IOException {
        this.target = target;
        this.faults = new ArmedFaults(seed);
        this.port = new ReservedPort(faults.gate(), at);
        this.acceptor = ProxiedLink.thread(name() + "-accept", this::accept);
    }

    /** Starts a proxy before this target. */
    public static FaultProxy start(InetSocketAddress target, long seed) throws IOException {
        return start(target, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), seed);
    }

    /**
     * Starts a proxy that listens at a certain address.
     *
     * @param at a local address; its port 0 for any that is free
     */
    public static FaultProxy start(InetSocketAddress target, InetSocketAddress at, long seed) throws IOException {
        FaultProxy proxy = new FaultProxy(target, at, seed);
        proxy.acceptor.start();
        return proxy;
    }

    /** Where clients connect instead of to the target. */
    public InetSocketAddress address() {
        return port.address();
    }

    /** Arms a fault for every connection: those open now, and those to come. */
    public ArmedFault arm(Fault fault) {
        return arm(new ArmedFault(this::disarm, ArmedFault.EVERY_CONNECTION, fault));
    }

    /**
     * Arms a fault for one connection, by the order in which the proxy accepted or will accept them.
     *
     * @param connection 1 for the first; {@code accepted() + 1} for the next. To refuse connection n means to stop
     *     listening once n - 1 are accepted.
     */
    public ArmedFault arm(int connection, Fault fault) {
        if (connection < 1) {
            throw new IllegalArgumentException("connections are counted from 1, got " + connection);
        }
        return arm(new ArmedFault(this::disarm, connection, fault));
    }

    private ArmedFault arm(ArmedFault added) {
        faults.add(added);
        links.stream().filter(link -> added.concerns(link.number())).forEach(link -> link.armed(added));
        updateListener();
        return added;
    }

    private void disarm(ArmedFault removed) {
        faults.remove(removed);
        updateListener();
        faults.gate().changed();
    }

    /** Disarms every fault. */
    public void clear() {
        faults.clear();
        updateListener();
        faults.gate().changed();
    }

    /** The faults in force now. */
    public List<ArmedFault> armed() {
        return faults.list();
    }

    /** How many connections have been accepted so far. */
    public int accepted() {
        return links.size();
    }

    /** How many of them are still open. */
    public int open() {
        return (int) links.stream().filter(ProxiedLink::isOpen).count();
    }

    /** How many connections their clients have not closed yet; unlike {@link #open}, a stalled answer does not count. */
    public int clients() {
        return (int) links.stream().filter(ProxiedLink::hasClient).count();
    }

    /** Bytes forwarded in this direction by all connections, open or closed. */
    public long forwarded(Direction direction) {
        return links.stream().mapToLong(link -> link.forwarded(direction)).sum();
    }

    /** Bytes forwarded in this direction by one connection, open or closed; 0 when it has not been accepted yet. */
    public long forwarded(int connection, Direction direction) {
        return links.stream()
                .filter(link -> link.number() == connection)
                .mapToLong(link -> link.forwarded(direction))
                .sum();
    }

    /** Breaks what is still open (both ends get a RST), stops listening and waits until every thread has ended. */
    @Override
    public void close() {
        stopListening();
        faults.gate().changed();
        join(acceptor);
        links.forEach(ProxiedLink::reset);
        links.stream().flatMap(ProxiedLink::threads).forEach(this::join);
    }

    private synchronized void stopListening() {
        closed = true;
        faults.clear();
        try {
            port.close();
        } catch (IOException e) {
            throw new UncheckedIOException(this + ": cannot close its port", e);
        }
    }

    private void join(Thread thread) {
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, CLOSE_LIMIT.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new IllegalStateException(this + ": thread " + thread.getName() + " does not end");
        }
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = port.accept();
                if (client == null) {
                    faults.gate().await(Gate.FOREVER, () -> closed || port.isListening());
                } else {
                    admit(client);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(this + ": cannot accept", e);
            }
        }
    }

    private void admit(Socket client) {
        ProxiedLink link = new ProxiedLink(name(), target, faults, links.size() + 1, client);
        links.add(link);
        updateListener();
        link.start();
    }

    private synchronized void updateListener() {
        ArmedFault refusal =
                faults.of(links.size() + 1, Fault.Refuse.class).findFirst().orElse(null);
        try {
            if (refusal != null && port.isListening()) {
                refusal.fired();
                port.refuse();
            } else if (refusal == null && !port.isListening() && !closed) {
                port.listen();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(this + ": cannot change between listening and refusing", e);
        }
    }

    private String name() {
        return "fault-proxy-" + address().getPort();
    }

    @Override
    public String toString() {
        return "fault proxy " + address() + " to " + target + ", seed " + faults.seed();
    }
}
