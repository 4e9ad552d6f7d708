package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.EngineLimits;
import io.taktstrom.kit.tcp.FrameReader;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.kit.tcp.Request;
import io.taktstrom.kit.tcp.RequestEngine;
import io.taktstrom.kit.tcp.SilenceWatch;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.UaMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.SecurityTokenRequestType;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSecureChannelRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.eclipse.milo.opcua.stack.core.types.structured.ServiceFault;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * A secure channel over one TCP connection (OPC 10000-6, 6.7 and 7.1). Ends once and never reconnects. Hot; thread-safe.
 *
 * <pre>
 *   open:   HEL -> ACK   OPN -> OPN      MSG -> MSG ...   OPN -> OPN after three quarters of a token's life      CLO
 *   caller: exchange: encode - chunks - send - read until the answer is there - decode
 *   else:   send, and the answer goes to an AnswerHandler on the thread that reads: a caller, the
 *           {@linkplain #setReader reader} of a connection with subscriptions, or the thread that steps all idle channels
 * </pre>
 */
public final class UaChannel extends RequestEngine<UaRequest> implements AutoCloseable {

    private static final SilenceWatch WATCH = new SilenceWatch("takt-opcua-silence");

    private static final int HEL = 'H' | 'E' << 8 | 'L' << 16;
    private static final int ACK = 'A' | 'C' << 8 | 'K' << 16;
    private static final int ERR = 'E' | 'R' << 8 | 'R' << 16;
    private static final int TYPE_MASK = 0xFF_FFFF;
    private static final int FINAL = 'F' << 24;
    private static final int HEADER = 8;

    /** Version 4, receive and send buffer 4 each, largest message 4, most chunks 4. */
    private static final int ACK_BYTES = 20;

    /** Smaller ones carry no certificates; the standard asks for 8192. */
    private static final int MIN_CHUNK_BYTES = 1024;

    private static final long LIFETIME_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long FRAME_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long NEVER = Long.MAX_VALUE;

    private final String where;
    private final MessageLimit limit;
    private final MessageSecurityMode mode;
    private final User user = new User();
    private final CompletableFuture<ConnectorException> ended = new CompletableFuture<>();

    private volatile @Nullable ChunkCodec chunks;
    private volatile boolean isEstablished;
    private volatile @Nullable Thread reader;
    private volatile Runnable upkeep = () -> {};

    private long openedWithinMillis;
    private volatile long renewalNanos;
    private volatile long renewAt = NEVER;
    private final AtomicInteger tokens = new AtomicInteger();
    private @Nullable UaRequest renewal;
    private long renewalDeadline;

    private UaChannel(String where, Dialed dialed, MessageLimit limit, MessageSecurityMode mode) {
        super(
                where,
                dialed,
                new FrameReader(
                        (in, at, available, most) -> frameBytes(in, at, available, most, limit),
                        ByteOrder.LITTLE_ENDIAN,
                        MiloEncoding.CHUNK_BYTES),
                new EngineLimits(Request.MAX_COUNT, Integer.SIZE, false, FRAME_TIMEOUT_NANOS, 0),
                UaRequest::new);
        this.where = where;
        this.limit = limit;
        this.mode = mode;
    }

    /**
     * Connects and opens the channel.
     *
     * @param where the server's URL, for messages
     * @param url that the server is asked for
     * @param secure policy, mode, certificates and keys
     * @param timeoutMillis for all of it
     */
    public static UaChannel open(
            String host,
            int port,
            String where,
            String url,
            ClientSecureChannel secure,
            MessageLimit limit,
            long timeoutMillis)
            throws ConnectorException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        Dialed dialed = Dialed.to(host, port, where, "that the server runs", deadline);
        UaChannel channel = new UaChannel(where, dialed, limit, secure.getMessageSecurityMode());
        boolean isOpen = false;
        try {
            channel.attach(channel.user);
            channel.openedWithinMillis = timeoutMillis;
            channel.hello(url, secure, deadline);
            UaRequest open = channel.sendOpen(SecurityTokenRequestType.Issue, channel.user, deadline);
            if (open != null) {
                channel.await(open, channel.user, deadline);
                channel.release(open);
            }
            WATCH.add(channel.new Upkeep());
            isOpen = true;
            return channel;
        } finally {
            if (!isOpen) {
                channel.close();
            }
        }
    }

    private void hello(String url, ClientSecureChannel secure, long deadline) throws ConnectorException {
        WireWriter hello = new WireWriter()
                .i32(HEL | FINAL)
                .i32(0)
                .i32(0)
                .i32(MiloEncoding.CHUNK_BYTES)
                .i32(MiloEncoding.CHUNK_BYTES)
                .i32(limit.bytes())
                .i32(0)
                .string(url);
        hello.setI32(Integer.BYTES, hello.size());
        Exchange exchange = new Exchange();
        UaRequest request = submitted("say hello", exchange, hello.buffer(), deadline);
        await(request, user, deadline);
        release(request);
        WireReader ack = exchange.answer();
        ack.skip(Integer.BYTES);
        int receives = ack.i32();
        ack.skip(Integer.BYTES);
        int mostBytes = ack.i32();
        int mostChunks = ack.i32();
        int chunkBytes = receives < 0 ? MiloEncoding.CHUNK_BYTES : Math.min(receives, MiloEncoding.CHUNK_BYTES);
        if (chunkBytes < MIN_CHUNK_BYTES) {
            throw new ConnectionLostException("the server takes chunks of no more than " + receives + " bytes");
        }
        ChunkCodec.PeerLimits peer =
                new ChunkCodec.PeerLimits(chunkBytes, Math.max(0, mostBytes), Math.max(0, mostChunks));
        chunks = secure.getSecurityPolicy() == SecurityPolicy.None
                ? new PlainChunks(limit, peer)
                : new SecureChunks(limit, peer, secure, MiloEncoding.limits(limit.bytes()));
    }

    /** Sends bytes that are not a message, as the request whose answer comes next. */
    private UaRequest submitted(String what, Exchange exchange, ByteBuffer bytes, long deadline)
            throws ConnectorException {
        lockSending();
        try {
            UaRequest request = free(user);
            if (request == null) {
                throw new IllegalStateException(where + ": a request is in flight already");
            }
            request.begin(what, openedWithinMillis, exchange, null);
            submit(request, user, 0);
            flush(bytes, deadline);
            return request;
        } finally {
            unlockSending();
        }
    }

    private ChunkCodec chunks() throws ConnectionLostException {
        ChunkCodec current = chunks;
        if (current == null) {
            throw new ConnectionLostException("the channel to " + where + " is not open");
        }
        return current;
    }

    // ---- tokens

    /** Null when no request can be sent now. */
    private @Nullable UaRequest sendOpen(SecurityTokenRequestType type, @Nullable LinkUser sender, long deadline)
            throws ConnectorException {
        lockSending();
        try {
            UaRequest request = free(sender);
            if (request != null) {
                ByteBuffer message = MiloEncoding.encode(new OpenSecureChannelRequest(
                        header(), uint(0), type, mode, chunks().newNonce(), uint(LIFETIME_MILLIS)));
                request.begin("open a secure channel", openedWithinMillis, null, this::opened);
                add(ChunkCodec.OPN, request, sender, message, deadline);
                flush(deadline);
            }
            return request;
        } finally {
            unlockSending();
        }
    }

    private void opened(ByteBuffer in, int at, int length) throws ConnectorException {
        UaMessageType answer = MiloEncoding.decode(in, at, length);
        if (answer instanceof ServiceFault fault) {
            int status = (int) fault.getResponseHeader().getServiceResult().value();
            throw new ConnectionLostException(
                    "the server refuses the secure channel: " + Failures.name(status) + Failures.remedy(status));
        }
        if (!(answer instanceof OpenSecureChannelResponse response)) {
            throw new MalformedFrameException("the server opens a channel with something else", 0);
        }
        chunks().install(response);
        tokens.incrementAndGet();
        long lifetime = response.getSecurityToken().getRevisedLifetime().longValue();
        renewAt = lifetime == 0 ? NEVER : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lifetime / 4 * 3);
        renewalNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(1000, lifetime / 4));
    }

    private void renew() throws ConnectorException {
        long now = System.nanoTime();
        UaRequest current = renewal;
        if (current != null && current.isDone()) {
            release(current);
            renewal = null;
        } else if (current != null && now - renewalDeadline > 0) {
            throw new ConnectionLostException("the server at " + where + " has not renewed the secure channel in time");
        } else if (current == null && renewAt != NEVER && now - renewAt > 0) {
            renewalDeadline = now + renewalNanos;
            renewal = sendOpen(SecurityTokenRequestType.Renew, null, renewalDeadline);
        }
    }

    // ---- requests

    /** Has the security token renewed soon. */
    void renewSoon() {
        renewAt = System.nanoTime();
    }

    /** How often the security token has been renewed. */
    int renewals() {
        return tokens.get() - 1;
    }

    /** The session is active: from now on failures are those of requests. */
    public void established() {
        isEstablished = true;
    }

    /**
     * Sends a request and waits for its answer.
     *
     * @param what it is, for messages
     * @param message in binary encoding, its type first
     * @param exchange gets the answer
     */
    public void exchange(String what, ByteBuffer message, Exchange exchange, long timeoutMillis)
            throws ConnectorException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        UaRequest request = sent(what, message, exchange, timeoutMillis, deadline);
        await(request, user, deadline);
        release(request);
    }

    private UaRequest sent(String what, ByteBuffer message, Exchange exchange, long timeoutMillis, long deadline)
            throws ConnectorException {
        while (true) {
            lockSending();
            try {
                UaRequest request = free(user);
                if (request != null) {
                    request.begin(what, timeoutMillis, exchange, null);
                    add(ChunkCodec.MSG, request, user, message, deadline);
                    flush(deadline);
                    return request;
                }
            } finally {
                unlockSending();
            }
            if (!awaitTurn(user, deadline)) {
                throw new RequestTimeoutException(prefix(what) + "too many other requests wait for an answer");
            }
        }
    }

    /**
     * Sends a request whose answer goes to a handler. The caller releases it by {@link #recycle} when it is done.
     *
     * @return null when no more requests can be in flight now
     */
    public @Nullable UaRequest trySend(
            String what, ByteBuffer message, UaRequest.AnswerHandler handler, long timeoutMillis)
            throws ConnectorException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        lockSending();
        try {
            UaRequest request = free(user);
            if (request != null) {
                request.begin(what, timeoutMillis, null, handler);
                add(ChunkCodec.MSG, request, user, message, deadline);
                flush(deadline);
            }
            return request;
        } finally {
            unlockSending();
        }
    }

    /** Lets a request that is done be used again. */
    public void recycle(UaRequest request) {
        release(request);
    }

    private void add(int type, UaRequest request, @Nullable LinkUser sender, ByteBuffer message, long deadline)
            throws ConnectorException {
        ChunkCodec codec = chunks();
        int bytes = codec.prepare(type, request.id(), message);
        ByteBuffer out = room(bytes, deadline);
        codec.write(out, out.position());
        submit(request, sender, bytes);
    }

    // ---- what arrives

    /** Where a chunk ends: its size is behind type and kind. */
    private static int frameBytes(ByteBuffer in, int at, int available, int maxBytes, MessageLimit limit)
            throws MalformedFrameException {
        if (available < HEADER) {
            return 0;
        }
        int type = in.getInt(at) & TYPE_MASK;
        if (type != ChunkCodec.MSG && type != ChunkCodec.OPN && type != ACK && type != ERR) {
            throw new MalformedFrameException("the server does not speak OPC UA: %08x".formatted(in.getInt(at)), 0);
        }
        int bytes = in.getInt(at + ChunkCodec.SIZE);
        if (bytes > limit.bytes()) {
            throw new MalformedFrameException(limit.exceeded(), ChunkCodec.SIZE);
        }
        if (bytes < HEADER || bytes > maxBytes) {
            throw new MalformedFrameException(
                    "a chunk of " + bytes + " bytes; " + HEADER + " to " + maxBytes + " are allowed", ChunkCodec.SIZE);
        }
        return bytes <= available ? bytes : 0;
    }

    @Override
    protected void take(ByteBuffer in, int frame, int bytes) throws ConnectorException {
        int type = in.getInt(frame) & TYPE_MASK;
        ChunkCodec codec = chunks;
        if (type == ERR) {
            throw refused(new WireReader().reset(in, frame + HEADER, frame + bytes));
        } else if (codec == null) {
            if (type != ACK || bytes < HEADER + ACK_BYTES || !answerOldest(in, frame + HEADER, bytes - HEADER)) {
                throw new MalformedFrameException("a message before the server has said hello", 0);
            }
        } else if (type == ACK) {
            throw new MalformedFrameException("the server says hello twice", 0);
        } else if (codec.add(type, in, frame, bytes)) {
            // No request has this number when its time is over: the answer comes too late.
            answer(codec.requestId(), codec.message(), codec.start(), codec.length());
            codec.release();
        }
    }

    /** Status 4, reason String. */
    private ConnectionLostException refused(WireReader in) throws MalformedFrameException {
        int status = in.i32();
        byte[] reason = in.byteString();
        String words = reason == null || reason.length == 0 ? "" : ": " + new String(reason, StandardCharsets.UTF_8);
        return new ConnectionLostException("the server at " + where + " ends the connection: " + Failures.name(status)
                + words + Failures.remedy(status));
    }

    @Override
    protected ConnectionLostException closedByPeer() {
        return new ConnectionLostException("the server at " + where + " has closed the connection");
    }

    @Override
    protected MalformedFrameException malformed(MalformedFrameException cause) {
        return new MalformedFrameException("received from " + where, cause);
    }

    @Override
    protected RequestTimeoutException timedOut(UaRequest request, boolean silent) {
        return new RequestTimeoutException(prefix(request.toString()) + "no answer within "
                + request.timeoutMillis() + " ms; check the network and the server's load, or raise "
                + (isEstablished ? "requestTimeout" : "connectTimeout"));
    }

    private String prefix(String what) {
        return isEstablished ? what + " at " + where + ": " : "";
    }

    // ---- the thread that reads while nothing is asked

    /** The thread that reads from now on when no caller does; null for none. */
    public void setReader(@Nullable Thread thread) {
        reader = thread;
    }

    @Override
    protected void onNoReader() {
        wakeReaderThread();
    }

    /** There is something to do for the thread that reads when no caller does. */
    public void wakeReaderThread() {
        Thread thread = reader;
        if (thread != null && thread != Thread.currentThread()) {
            LockSupport.unpark(thread);
        }
    }

    /** Is done four times a second by the thread that steps all channels; quick. */
    public void setUpkeep(Runnable work) {
        upkeep = work;
    }

    // ---- the end

    /** Completes once with the cause, on a thread of its own. */
    public CompletableFuture<ConnectorException> ended() {
        return ended;
    }

    /** Tells the server that the channel ends, then ends it. */
    public void closeInOrder(long timeoutMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        try {
            lockSending();
            try {
                UaRequest request = free(user);
                if (request != null) {
                    request.begin("close the secure channel", timeoutMillis, null, null);
                    add(
                            ChunkCodec.CLO,
                            request,
                            user,
                            MiloEncoding.encode(new CloseSecureChannelRequest(header())),
                            deadline);
                    flush(deadline);
                }
            } finally {
                unlockSending();
            }
        } catch (ConnectorException e) {
            System.getLogger(UaChannel.class.getName()).log(System.Logger.Level.DEBUG, "closing " + where, e);
        }
        close();
    }

    private RequestHeader header() {
        return new RequestHeader(
                NodeId.NULL_VALUE, DateTime.now(), uint(0), uint(0), null, uint(openedWithinMillis), null);
    }

    private final class User extends LinkUser {

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        protected void linkFailed(ConnectorException cause) {
            // Who hears of it may wait for sinks: that is not for the thread that has noticed.
            ScheduledTask.pooled(
                            "takt-opcua-end",
                            () -> {
                                ended.complete(cause);
                                return ScheduledTask.OVER;
                            },
                            () -> {},
                            failure -> System.getLogger(UaChannel.class.getName())
                                    .log(System.Logger.Level.WARNING, "the end of the connection to " + where, failure))
                    .begin();
        }

        @Override
        public String toString() {
            return where;
        }
    }

    /** A step of what happens without being asked for. */
    private final class Upkeep implements SilenceWatch.Watched {

        @Override
        public void peek() {
            UaChannel.this.peek();
            try {
                renew();
            } catch (ConnectorException e) {
                fail(e);
            }
            upkeep.run();
        }

        @Override
        public boolean isOver() {
            return UaChannel.this.isOver();
        }

        @Override
        public void giveUp(Throwable cause) {
            UaChannel.this.giveUp(cause);
        }
    }
}
