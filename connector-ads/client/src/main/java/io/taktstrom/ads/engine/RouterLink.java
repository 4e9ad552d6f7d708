package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsFrame;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.EngineLimits;
import io.taktstrom.kit.tcp.FrameReader;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.kit.tcp.Request;
import io.taktstrom.kit.tcp.RequestEngine;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/** One TCP connection to a router, shared by all AMS ports of ours. Hot. */
final class RouterLink extends RequestEngine<AdsRequest> implements LinkNotifications.Targets {

    private static final System.Logger LOG = System.getLogger(RouterLink.class.getName());

    /** What a device may send unasked, at least. */
    private static final int MIN_FRAME_LIMIT = 256 * 1024;

    private final long frameTimeoutNanos;
    private final RivalWatch rivals;
    private final LocalAddresses addresses;
    private final long since = System.nanoTime();
    private final LinkNotifications notifications = new LinkNotifications(this, this);

    /**
     * @param name for messages
     * @param frameTimeoutNanos how long a frame may take from its first byte to its last
     * @param addresses our own
     * @param rivals told when the peer closes it
     */
    RouterLink(Dialed dialed, String name, long frameTimeoutNanos, LocalAddresses addresses, RivalWatch rivals) {
        super(
                name,
                dialed,
                new FrameReader(AmsFrame::check, ByteOrder.LITTLE_ENDIAN, MIN_FRAME_LIMIT),
                new EngineLimits(Request.MAX_COUNT, Integer.SIZE, false, frameTimeoutNanos, 0),
                AdsRequest::new);
        this.frameTimeoutNanos = frameTimeoutNanos;
        this.addresses = addresses;
        this.rivals = rivals;
    }

    // ---- requests

    /**
     * Sends a request; its answer is to be awaited.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     * @param hook called by the reading thread when the answer is there
     */
    AdsRequest send(
            JavaBackend backend,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            AdsRequest.@Nullable Answered hook,
            long deadline)
            throws ConnectorException {
        while (true) {
            lockSending();
            try {
                AdsRequest request = add(backend, command, first, second, from, into, hook, deadline);
                if (request != null) {
                    flush(deadline);
                    return request;
                }
            } finally {
                unlockSending();
            }
            requireTurn(backend, command, deadline);
        }
    }

    /**
     * Sends several requests in as few writes as possible: those for which there is room, at least one.
     *
     * @return the number of the first that has not been sent
     */
    int send(JavaBackend backend, AdsExchange[] exchanges, int from, int to, long deadline) throws ConnectorException {
        int next = from;
        while (true) {
            lockSending();
            try {
                while (next < to && add(backend, exchanges[next], deadline)) {
                    next++;
                }
                if (next > from) {
                    flush(deadline);
                    return next;
                }
            } finally {
                unlockSending();
            }
            requireTurn(backend, command(exchanges[from]), deadline);
        }
    }

    private boolean add(JavaBackend backend, AdsExchange exchange, long deadline) throws ConnectorException {
        AdsRequest request = add(
                backend,
                command(exchange),
                exchange.indexGroup(),
                exchange.indexOffset(),
                exchange.from(),
                exchange.into(),
                null,
                deadline);
        exchange.begin(request, deadline);
        return request != null;
    }

    private static int command(AdsExchange exchange) {
        return exchange.from() == null ? AdsCommand.READ : AdsCommand.READ_WRITE;
    }

    /** Adds the frame of a request; null when too many are in flight already. */
    private @Nullable AdsRequest add(
            JavaBackend backend,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            AdsRequest.@Nullable Answered hook,
            long deadline)
            throws ConnectorException {
        AdsRequest request = free(backend);
        if (request != null) {
            AmsAddress target = backend.target();
            request.begin(target, command, first, second, from, into, hook);
            int bytes = request.frameBytes();
            ByteBuffer out = room(bytes, deadline);
            request.write(out, out.position(), bytes, target, backend.source());
            expect(request.answerBytes());
            submit(request, backend, bytes);
        }
        return request;
    }

    private void requireTurn(JavaBackend backend, int command, long deadline) throws ConnectorException {
        if (!awaitTurn(backend, deadline)) {
            throw new RequestTimeoutException(AdsCommand.name(command) + " at " + backend.target()
                    + ": too many requests are on their way already and none was answered in time");
        }
    }

    /** Waits for the answer and gives the entry back; returns the ADS return code. */
    int await(AdsRequest request, JavaBackend backend, long deadline) throws ConnectorException {
        try {
            super.await(request, backend, deadline);
        } finally {
            sweep();
        }
        int result = request.result();
        release(request);
        return result;
    }

    /** If nothing at all has arrived since the request was sent, the connection is to blame. */
    @Override
    protected RequestTimeoutException timedOut(AdsRequest request, boolean silent) {
        String what = request + ": no answer in time";
        if (silent && request.sender() instanceof JavaBackend backend && backend.isConfirmed()) {
            String all = what + ", nor anything else from " + this
                    + "; check the network and that the target runs. The connection is given up";
            fail(new RequestTimeoutException(all));
            return new RequestTimeoutException(all);
        }
        return new RequestTimeoutException(what + "; check that the target runs");
    }

    @Override
    protected void take(ByteBuffer in, int frame, int bytes) throws ConnectorException {
        if (RouterCommand.isNote(in, frame)) {
            // Whatever has happened to the router, it does not know our AMS port any more.
            throw new ConnectionLostException("router " + this + " " + RouterCommand.state(in, frame));
        } else if (AmsHeader.isResponse(in, frame)) {
            // One to a request that was withdrawn, or that never was, ends here.
            answer(AmsHeader.invokeId(in, frame), in, frame, bytes);
        } else if (AmsHeader.command(in, frame) == AdsCommand.DEVICE_NOTIFICATION) {
            NotificationFrame.check(in, frame);
            notifications.take(in, frame, bytes);
        }
    }

    // ---- notifications

    @Override
    protected void onNoReader() {
        notifications.wake();
    }

    @Override
    public @Nullable DeviceNotifications target(ByteBuffer buffer, int frame) {
        JavaBackend backend = backend(Short.toUnsignedInt(buffer.getShort(frame + AmsHeader.TARGET_PORT)));
        return backend == null ? null : backend.notifications();
    }

    private @Nullable JavaBackend backend(int number) {
        for (LinkUser user : users()) {
            if (user instanceof JavaBackend backend && backend.source().port() == number) {
                return backend;
            }
        }
        return null;
    }

    /** LinkNotifications are about to be added: from now on the receiver reads. */
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
        wakeReader();
        notifications.wake();
    }

    /** Frames of notifications with values of this size are to be accepted. */
    void expectNotification(int valueBytes) {
        lockSending();
        try {
            expect((int) Math.min(Integer.MAX_VALUE - 8L, 2L * valueBytes + 1024));
        } finally {
            unlockSending();
        }
    }

    StaleHandles stale() {
        return notifications.stale();
    }

    /** Deletes a handle that was found stale. Not by the reading thread: the peer may have to be read from first. */
    private void sweep() {
        StaleHandles stale = notifications.stale();
        StaleHandles.Stale one = stale.isDue() ? stale.next() : null;
        if (one == null) {
            return;
        }
        JavaBackend owner = backend(one.client().port());
        if (owner != null && owner.notifications().mayKnow(one.handle())) {
            // The device has given the number again.
            return;
        }
        lockSending();
        try {
            flush(stale.deleteRequest(one), System.nanoTime() + frameTimeoutNanos);
        } catch (ConnectorException e) {
            // The link is lost, and with it all handles; a caller that needs the link gets the cause.
            return;
        } finally {
            unlockSending();
        }
    }

    // ---- life

    LocalAddresses addresses() {
        return addresses;
    }

    @Override
    public void close() {
        AmsAddress registered = addresses.registered();
        if (registered != null) {
            trySend(RouterCommand.portClose(registered.port()));
        }
        super.close();
    }

    @Override
    protected ConnectionLostException closedByPeer() {
        boolean hadAnswered =
                Arrays.stream(users()).anyMatch(user -> user instanceof JavaBackend backend && backend.isConfirmed());
        long life = hadAnswered ? System.nanoTime() - since : Long.MAX_VALUE;
        return new ConnectionLostException(
                "connection to " + this + " was closed by the peer" + rivals.explain(toString(), life));
    }

    @Override
    protected MalformedFrameException malformed(MalformedFrameException cause) {
        return new MalformedFrameException(
                "the peer at " + this + " breaks the ADS protocol, the connection is given up", cause);
    }

    @Override
    protected String describePartial(ByteBuffer in, int frame, int available) {
        return available < AmsHeader.TCP_BYTES
                ? available + " bytes"
                : available + " of " + AmsHeader.frameBytes(in, frame) + " bytes";
    }

    @Override
    protected void failed(boolean hadUsers) {
        if (hadUsers) {
            notifications.end();
        }
    }

    @Override
    public void tellLost(ConnectorException cause) {
        for (LinkUser user : users()) {
            try {
                ((JavaBackend) user).tellLost(cause);
            } catch (Throwable e) {
                Fatal.rethrow(e);
                LOG.log(System.Logger.Level.ERROR, "a listener of " + user + " failed when told of its loss", e);
            }
        }
    }
}
