package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to a router, shared by all who talk to it. Hot.
 *
 * <p>Requests of all threads share the connection and are told apart by their invoke ids. One thread at a time sends,
 * one at a time reads, see {@link ReadRole}. Each keeps its own deadline; a link that has become silent is given up.
 */
final class RouterLink {

    private static final System.Logger LOG = System.getLogger(RouterLink.class.getName());

    private final String name;
    private final Dialed dialed;
    private final long frameTimeoutNanos;
    private final RivalWatch rivals;
    private final long since = System.nanoTime();

    private final InFlight inFlight = new InFlight();

    private final IncomingFrames inbox = new IncomingFrames();
    private final ReadRole reading;
    private final Sending sending;

    private final Notifications notifications = new Notifications(this);
    private volatile LinkUser[] users = {};
    private volatile @Nullable ConnectorException failure;

    /**
     * @param name for messages
     * @param frameTimeoutNanos how long a frame may take from its first byte to its last
     * @param rivals told when the peer closes it
     */
    RouterLink(Dialed dialed, String name, long frameTimeoutNanos, RivalWatch rivals) {
        this.dialed = dialed;
        this.name = name;
        this.frameTimeoutNanos = frameTimeoutNanos;
        this.rivals = rivals;
        this.reading = new ReadRole(this, dialed, inbox, frameTimeoutNanos);
        this.sending = new Sending(this, dialed.channel(), inFlight, inbox);
    }

    @Override
    public String toString() {
        return name;
    }

    // ---- requests

    /** Waits for the answer and gives the slot back; returns the ADS return code. */
    int await(Slot slot, long deadline) throws ConnectorException {
        boolean interrupted = Thread.interrupted();
        boolean late = false;
        while (!slot.reached() && !late) {
            reading.leadOrFollow(slot, deadline);
            interrupted |= Thread.interrupted();
            late = !slot.reached() && System.nanoTime() - deadline >= 0 && slot.withdraw();
        }
        reading.handOver();
        sweep();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (late) {
            throw timedOut(slot);
        }
        int result = slot.result();
        ConnectorException cause = slot.failure();
        slot.release();
        if (cause != null) {
            throw cause;
        }
        return result;
    }

    /** If nothing at all has come since the request was sent, the connection is to blame. */
    private RequestTimeoutException timedOut(Slot slot) {
        LinkUser owner = slot.owner();
        boolean silent = slot.framesBefore() == inbox.frames();
        String what = slot + ": no answer in time";
        slot.release();
        if (silent && owner != null && owner.isConfirmed()) {
            String all = what + ", nor anything else from " + name
                    + "; check the network and that the target runs. The connection is given up";
            fail(new RequestTimeoutException(all));
            return new RequestTimeoutException(all);
        }
        return new RequestTimeoutException(what + "; check that the target runs");
    }

    /** A frame that has come; only with the read role. */
    void take(ByteBuffer buffer, int frame, int bytes) throws MalformedFrameException {
        if (RouterCommand.isNote(buffer, frame)) {
            // Whatever has happened to the router, it does not know our AMS port any more.
            fail(new ConnectionLostException("router " + name + " " + RouterCommand.state(buffer, frame)));
        } else if (AmsHeader.isResponse(buffer, frame)) {
            inFlight.answer(buffer, frame);
        } else if (AmsHeader.command(buffer, frame) == AdsCommand.DEVICE_NOTIFICATION) {
            NotificationFrame.check(buffer, frame);
            notifications.take(buffer, frame, bytes);
        }
    }

    ReadRole reading() {
        return reading;
    }

    Sending sending() {
        return sending;
    }

    /** Nobody reads any more: wakes one of those that wait for an answer, else the receiver. */
    void wakeSomebody(boolean followers) {
        if (!followers || !inFlight.wakeOne()) {
            notifications.wake();
        }
    }

    // ---- notifications

    /** Whom a frame is meant for, by our AMS port in it; null when nobody has that port any more. */
    @Nullable
    LinkUser target(ByteBuffer buffer, int frame) {
        return user(Short.toUnsignedInt(buffer.getShort(frame + AmsHeader.TARGET_PORT)));
    }

    private @Nullable LinkUser user(int port) {
        for (LinkUser user : users) {
            if (user.source().port() == port) {
                return user;
            }
        }
        return null;
    }

    /** Notifications are about to be added: from now on the receiver reads. */
    Receiver watch(int count) throws ConnectorException {
        requireOpen();
        return notifications.watch(count);
    }

    void unwatch(int count) {
        notifications.unwatch(count);
        nudgeReceiver();
    }

    /** Has the receiver make a call, not before {@code at}. */
    void callLater(long at, Runnable call) throws ConnectorException {
        watch(1).callLater(at, () -> {
            try {
                call.run();
            } finally {
                unwatch(1);
            }
        });
        nudgeReceiver();
    }

    private void nudgeReceiver() {
        dialed.selector().wakeup();
        notifications.wake();
    }

    /** Frames of notifications with values of this size are to be accepted. */
    void expectNotification(int valueBytes) {
        sending.expect((int) Math.min(Integer.MAX_VALUE - 8L, 2L * valueBytes + 1024));
    }

    StaleHandles stale() {
        return notifications.stale();
    }

    /** Deletes a handle that was found stale. Not with the read role: the peer may have to be read from first. */
    private void sweep() {
        StaleHandles stale = notifications.stale();
        StaleHandles.Stale one = stale.isDue() ? stale.next() : null;
        if (one == null) {
            return;
        }
        LinkUser owner = user(one.client().port());
        if (owner != null && owner.mayKnow(one.handle())) {
            // The device has given the number to somebody anew.
            return;
        }
        try {
            sending.send(stale.deleteRequest(one), System.nanoTime() + frameTimeoutNanos);
        } catch (ConnectorException e) {
            // The link is lost, and with it all handles; whoever needs the link hears of it.
            return;
        }
    }

    // ---- life

    void attach(LinkUser user) throws ConnectorException {
        synchronized (this) {
            users = Arrays.copyOf(users, users.length + 1);
            users[users.length - 1] = user;
        }
        requireOpen();
    }

    /** Ends the requests of one who leaves. */
    void detach(LinkUser user) {
        synchronized (this) {
            users = Arrays.stream(users).filter(one -> one != user).toArray(LinkUser[]::new);
        }
        inFlight.fail(user, () -> new ConnectionLostException("connection to " + user + " was closed"));
        dialed.selector().wakeup();
    }

    void requireOpen() throws ConnectionLostException {
        if (failure != null) {
            throw lost();
        }
    }

    @Nullable
    ConnectorException failure() {
        return failure;
    }

    /** The end of the stream has come. */
    ConnectionLostException closedByPeer() {
        boolean hadAnswered = Arrays.stream(users).anyMatch(LinkUser::isConfirmed);
        long life = hadAnswered ? System.nanoTime() - since : Long.MAX_VALUE;
        return new ConnectionLostException(
                "connection to " + name + " was closed by the peer" + rivals.explain(name, life));
    }

    ConnectionLostException broke(IOException cause) {
        return new ConnectionLostException("connection to " + name + " broke: " + cause, cause);
    }

    ConnectionLostException lost() {
        ConnectorException cause = failure;
        return new ConnectionLostException(
                cause == null ? "connection to " + name + " is closed" : String.valueOf(cause.getMessage()), cause);
    }

    /** Ends the connection; the first cause counts. All requests fail, all users hear of it. */
    void fail(ConnectorException cause) {
        LinkUser[] concerned;
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
            concerned = users;
        }
        dialed.close();
        inFlight.fail(null, () -> forRequest(cause));
        for (LinkUser user : concerned) {
            user.linkFailed(cause);
        }
        if (concerned.length > 0) {
            notifications.end();
        }
    }

    /** Ends the connection because of an error in this program. */
    void giveUp(Throwable cause) {
        fail(new ConnectionLostException(
                "connection to " + name + " is given up: an unexpected error while reading it: " + cause
                        + "; please report it",
                cause));
    }

    private ConnectorException forRequest(ConnectorException cause) {
        if (cause instanceof MalformedFrameException) {
            return cause;
        }
        return cause instanceof RequestTimeoutException
                ? new RequestTimeoutException(String.valueOf(cause.getMessage()), cause)
                : lost();
    }

    /** Last act of the receiver. */
    void tellLost(ConnectorException cause) {
        for (LinkUser user : users) {
            try {
                user.tellLost(cause);
            } catch (Throwable e) {
                Fatal.rethrow(e);
                LOG.log(System.Logger.Level.ERROR, "a listener of " + user + " failed when told of its loss", e);
            }
        }
    }
}
