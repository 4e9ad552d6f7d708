package io.taktstrom.kit.tcp;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * Links that several users share: a device has few connections to give, so all who speak to it in the same way have one.
 * The first user makes it, the last one closes it, and one that is over is replaced for the next user. Thread-safe.
 *
 * <pre>
 *   open(key) --> link of this key, made now if there is none --> join(use, joined) --> the caller's session
 *                                                                    '-- joined a link that turns out dead: once more, on a new link
 *   use.close(), the last of a link --> link.close()
 * </pre>
 *
 * @param <K> who is connected to and how, a value; its text is for messages
 * @param <L> the links
 */
public final class SharedLinks<K, L extends SharedLinks.Link> {

    /** What is shared; watched for as long as it lives. */
    public interface Link extends SilenceWatch.Watched {

        /** No users are left. */
        void close();
    }

    /** Makes a link. */
    @FunctionalInterface
    public interface Dialer<K, L> {
        /**
         * Connects.
         *
         * @param deadline by {@link System#nanoTime}
         */
        L dial(K key, long deadline) throws ConnectorException;
    }

    /** Makes a session on a link. */
    @FunctionalInterface
    public interface Joining<L, S> {
        /**
         * Begins a session.
         *
         * @param use to be closed when the session ends; is closed when this throws
         * @param joined whether the link was made by others, so that it may be dead and not noticed yet: ask the
         *     device something
         */
        S join(Use<L> use, boolean joined) throws ConnectorException;
    }

    /** One user's part in a link. */
    public static final class Use<L> implements AutoCloseable {
        private final L link;
        private final Runnable leave;
        private final AtomicBoolean left = new AtomicBoolean();

        private Use(L link, Runnable leave) {
            this.link = link;
            this.leave = leave;
        }

        public L link() {
            return link;
        }

        /** Leaves; the last one closes the link. Idempotent. */
        @Override
        public void close() {
            if (left.compareAndSet(false, true)) {
                leave.run();
            }
        }
    }

    private static final class Shared<L extends Link> {
        final ReentrantLock connecting = new ReentrantLock();
        /** Guarded by the registry. */
        int users;

        volatile @Nullable L link;

        boolean isDead() {
            L current = link;
            return current != null && current.isOver();
        }
    }

    private final Map<K, Shared<L>> links = new HashMap<>();
    private final SilenceWatch watch;
    private final Dialer<K, L> dialer;

    /** @param scheme of the connector, for the name of the watching thread */
    public SharedLinks(String scheme, Dialer<K, L> dialer) {
        this.watch = new SilenceWatch("takt-" + scheme + "-silence");
        this.dialer = dialer;
    }

    /**
     * Opens a session on a link that works.
     *
     * @param deadline by {@link System#nanoTime}; for making the link, and for waiting for another user that makes it
     */
    public <S> S open(K key, long deadline, Joining<L, S> joining) throws ConnectorException {
        Shared<L> shared = enter(key);
        boolean joined = shared.link != null;
        try {
            return join(key, shared, joined, deadline, joining);
        } catch (ConnectorException e) {
            if (joined && shared.isDead()) {
                return join(key, enter(key), false, deadline, joining);
            }
            throw e;
        }
    }

    private <S> S join(K key, Shared<L> shared, boolean joined, long deadline, Joining<L, S> joining)
            throws ConnectorException {
        L link;
        try {
            link = connected(key, shared, deadline);
        } catch (ConnectorException | RuntimeException | Error e) {
            leave(key, shared);
            throw e;
        }
        Use<L> use = new Use<>(link, () -> leave(key, shared));
        try {
            return joining.join(use, joined);
        } catch (ConnectorException | RuntimeException | Error e) {
            use.close();
            throw e;
        }
    }

    private L connected(K key, Shared<L> shared, long deadline) throws ConnectorException {
        boolean locked = false;
        try {
            locked = shared.connecting.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!locked) {
            throw new ConnectFailedException("connect to " + key
                    + ": another connection to the same device is still being made; try again later");
        }
        try {
            L link = shared.link;
            if (link == null) {
                link = dialer.dial(key, deadline);
                shared.link = link;
                watch.add(link);
            }
            return link;
        } finally {
            shared.connecting.unlock();
        }
    }

    private synchronized Shared<L> enter(K key) {
        Shared<L> shared = links.get(key);
        if (shared == null || shared.isDead()) {
            shared = new Shared<>();
            links.put(key, shared);
        }
        shared.users++;
        return shared;
    }

    private void leave(K key, Shared<L> shared) {
        synchronized (this) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            links.remove(key, shared);
        }
        L link = shared.link;
        if (link != null) {
            link.close();
        }
    }
}
