package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.SecurityTokenRequestType;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSecureChannelRequest;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.jspecify.annotations.Nullable;

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

    /** Of a message that is not one of the channel: its size is all of it. */
    private static final int HEADER = ChunkCodec.CHANNEL;

    private static final long FRAME_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String where;
    private final MessageLimit limit;
    private final TokenRenewal token;
    private final User user = new User();
    private final CompletableFuture<ConnectorException> ended = new CompletableFuture<>();

    private volatile @Nullable ChunkCodec chunks;
    private volatile boolean isEstablished;
    private volatile @Nullable Thread reader;
    private volatile Runnable upkeep = () -> {};

    private UaChannel(
            String where, Dialed dialed, MessageLimit limit, MessageSecurityMode mode, long openedWithinMillis) {
        super(
                where,
                dialed,
                new FrameReader(
                        (in, at, available, most) -> ChunkCodec.frameBytes(in, at, available, most, limit),
                        ByteOrder.LITTLE_ENDIAN,
                        MiloEncoding.CHUNK_BYTES),
                new EngineLimits(Request.MAX_COUNT, Integer.SIZE, false, FRAME_TIMEOUT_NANOS, 0),
                UaRequest::new);
        this.where = where;
        this.limit = limit;
        this.token = new TokenRenewal(this, mode, openedWithinMillis);
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
        UaChannel channel = new UaChannel(where, dialed, limit, secure.getMessageSecurityMode(), timeoutMillis);
        boolean isOpen = false;
        try {
            channel.attach(channel.user);
            channel.hello(url, secure, timeoutMillis, deadline);
            UaRequest open = channel.token.ask(SecurityTokenRequestType.Issue, channel.user, deadline);
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

    private void hello(String url, ClientSecureChannel secure, long timeoutMillis, long deadline)
            throws ConnectorException {
        Exchange exchange = new Exchange();
        UaRequest request;
        lockSending();
        try {
            request = free(user);
            if (request == null) {
                throw new IllegalStateException(where + ": a request is in flight already");
            }
            request.begin("say hello", timeoutMillis, exchange, null);
            submit(request, user, 0);
            flush(Hello.message(url, limit), deadline);
        } finally {
            unlockSending();
        }
        await(request, user, deadline);
        release(request);
        ChunkCodec.PeerLimits peer = Hello.read(exchange.answer());
        chunks = secure.getSecurityPolicy() == SecurityPolicy.None
                ? new PlainChunks(limit, peer)
                : new SecureChunks(limit, peer, secure, MiloEncoding.limits(limit.bytes()));
    }

    ChunkCodec chunks() throws ConnectionLostException {
        ChunkCodec current = chunks;
        if (current == null) {
            throw new ConnectionLostException("the channel to " + where + " is not open");
        }
        return current;
    }

    /** What renews the security token. */
    TokenRenewal token() {
        return token;
    }

    // ---- requests

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
        while (true) {
            UaRequest request = send(ChunkCodec.MSG, user, what, message, exchange, null, timeoutMillis, deadline);
            if (request != null) {
                await(request, user, deadline);
                release(request);
                return;
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
        return send(ChunkCodec.MSG, user, what, message, null, handler, timeoutMillis, deadline);
    }

    /** Null when no more requests can be in flight now. */
    @Nullable
    UaRequest send(
            int type,
            @Nullable LinkUser sender,
            String what,
            ByteBuffer message,
            @Nullable Exchange exchange,
            UaRequest.@Nullable AnswerHandler handler,
            long timeoutMillis,
            long deadline)
            throws ConnectorException {
        lockSending();
        try {
            UaRequest request = free(sender);
            if (request != null) {
                request.begin(what, timeoutMillis, exchange, handler);
                ChunkCodec codec = chunks();
                int bytes = codec.prepare(type, request.id(), message);
                ByteBuffer out = room(bytes, deadline);
                codec.write(out, out.position());
                submit(request, sender, bytes);
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

    // ---- what arrives

    @Override
    protected void take(ByteBuffer in, int frame, int bytes) throws ConnectorException {
        int type = in.getInt(frame) & ChunkCodec.TYPE_MASK;
        ChunkCodec codec = chunks;
        if (type == ChunkCodec.ERR) {
            throw refused(new WireReader().reset(in, frame + HEADER, frame + bytes));
        } else if (codec == null) {
            if (type != ChunkCodec.ACK
                    || bytes < HEADER + Hello.ANSWER_BYTES
                    || !answerOldest(in, frame + HEADER, bytes - HEADER)) {
                throw new MalformedFrameException("a message before the server has said hello", 0);
            }
        } else if (type == ChunkCodec.ACK) {
            throw new MalformedFrameException("the server says hello twice", 0);
        } else if (codec.add(type, in, frame, bytes)) {
            // No request has this number when its time is over: the answer comes too late.
            WireReader message = codec.message();
            answer(codec.requestId(), message.buffer(), message.position(), message.remaining());
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
            ByteBuffer message = MiloEncoding.encode(
                    new CloseSecureChannelRequest(ServiceHeader.of(NodeId.NULL_VALUE, timeoutMillis)));
            UaRequest unused = send(
                    ChunkCodec.CLO, user, "close the secure channel", message, null, null, timeoutMillis, deadline);
        } catch (ConnectorException e) {
            System.getLogger(UaChannel.class.getName()).log(System.Logger.Level.DEBUG, "closing " + where, e);
        }
        close();
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
                token.step();
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
