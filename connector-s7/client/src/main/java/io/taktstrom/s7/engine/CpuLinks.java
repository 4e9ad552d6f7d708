package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The links of this JVM. A CPU has few connections to give, often 8 to 16 for everybody, so all who speak to the same CPU
 * in the same way share one. Thread-safe.
 */
final class CpuLinks {

    private static final CpuLinks OF_THIS_JVM = new CpuLinks();

    /** A link and who uses it. The first user connects it, the last one closes it. */
    private static final class Shared {
        final ReentrantLock connecting = new ReentrantLock();
        /** Guarded by the registry. */
        int users;

        volatile @Nullable CpuLink link;

        boolean isDead() {
            CpuLink current = link;
            return current != null && current.failure() != null;
        }
    }

    private final Map<LinkSettings, Shared> links = new HashMap<>();
    private final IdleWatch idleWatch = new IdleWatch();

    private CpuLinks() {}

    /**
     * Opens a carrier on a link that works. Blocks for at most the connect timeout.
     *
     * @throws ConnectFailedException when there is no CPU, or it refuses; the message names the remedy
     */
    static Carrier open(LinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        return OF_THIS_JVM.connect(settings, System.nanoTime() + connectTimeout.toNanos(), requestTimeout);
    }

    private LinkCarrier connect(LinkSettings settings, long deadline, Duration requestTimeout)
            throws ConnectorException {
        Shared shared = enter(settings);
        boolean joined = shared.link != null;
        try {
            return open(settings, shared, deadline, requestTimeout, joined);
        } catch (ConnectorException e) {
            // A link that others made may be dead without anybody having noticed: after a restart of the CPU, say.
            if (joined && shared.isDead()) {
                return open(settings, enter(settings), deadline, requestTimeout, false);
            }
            throw e;
        }
    }

    private LinkCarrier open(
            LinkSettings settings, Shared shared, long deadline, Duration requestTimeout, boolean joined)
            throws ConnectorException {
        LinkCarrier carrier = null;
        try {
            CpuLink link = connected(settings, shared, deadline);
            carrier = new LinkCarrier(link, requestTimeout, () -> leave(settings, shared));
            carrier.attach();
            if (joined) {
                carrier.run(new Heartbeat(), Math.max(1, deadline - System.nanoTime()));
            }
            return carrier;
        } catch (ConnectorException e) {
            if (carrier != null) {
                carrier.close();
            } else {
                leave(settings, shared);
            }
            throw e;
        }
    }

    private CpuLink connected(LinkSettings settings, Shared shared, long deadline) throws ConnectorException {
        boolean locked = false;
        try {
            locked = shared.connecting.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!locked) {
            throw new ConnectFailedException("connect to " + settings
                    + ": another connection to the same CPU is still being made; try again later");
        }
        try {
            CpuLink link = shared.link;
            if (link == null) {
                link = connect(settings, deadline);
                shared.link = link;
                idleWatch.add(link);
            }
            return link;
        } finally {
            shared.connecting.unlock();
        }
    }

    private static CpuLink connect(LinkSettings settings, long deadline) throws ConnectorException {
        Dialed dialed = Dialed.to(settings, deadline);
        try {
            return new CpuLink(settings, dialed, Handshake.over(dialed, settings, deadline));
        } catch (ConnectorException e) {
            dialed.close();
            throw e;
        }
    }

    private synchronized Shared enter(LinkSettings settings) {
        Shared shared = links.get(settings);
        if (shared == null || shared.isDead()) {
            shared = new Shared();
            links.put(settings, shared);
        }
        shared.users++;
        return shared;
    }

    private void leave(LinkSettings settings, Shared shared) {
        synchronized (this) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            links.remove(settings, shared);
        }
        CpuLink link = shared.link;
        if (link != null) {
            link.fail(new ConnectionLostException("connection to " + link + " was closed"));
        }
    }
}
