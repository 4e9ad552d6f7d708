package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.UaMessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.SecurityTokenRequestType;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ServiceFault;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** The security token of a channel: asked for when it opens, and again after three quarters of each token's life. */
final class TokenRenewal {

    private static final long LIFETIME_MILLIS = TimeUnit.HOURS.toMillis(1);
    private static final long NEVER = Long.MAX_VALUE;

    private final UaChannel channel;
    private final MessageSecurityMode mode;
    private final long openedWithinMillis;
    private final AtomicInteger tokens = new AtomicInteger();
    private volatile long renewalNanos;
    private volatile long renewAt = NEVER;

    // Of the thread that steps the channel.
    private @Nullable UaRequest renewal;
    private long renewalDeadline;

    TokenRenewal(UaChannel channel, MessageSecurityMode mode, long openedWithinMillis) {
        this.channel = channel;
        this.mode = mode;
        this.openedWithinMillis = openedWithinMillis;
    }

    /** Asks for a token; null when no request can be sent now. */
    @Nullable
    UaRequest ask(SecurityTokenRequestType type, @Nullable LinkUser sender, long deadline) throws ConnectorException {
        ByteBuffer message = MiloEncoding.encode(new OpenSecureChannelRequest(
                ServiceHeader.of(NodeId.NULL_VALUE, openedWithinMillis),
                uint(0),
                type,
                mode,
                channel.chunks().newNonce(),
                uint(LIFETIME_MILLIS)));
        UaRequest.AnswerHandler handler = this::answered;
        return channel.send(
                ChunkCodec.OPN, sender, "open a secure channel", message, null, handler, openedWithinMillis, deadline);
    }

    private void answered(ByteBuffer in, int at, int length) throws ConnectorException {
        UaMessageType answer = MiloEncoding.decode(in, at, length);
        if (answer instanceof ServiceFault fault) {
            int status = (int) fault.getResponseHeader().getServiceResult().value();
            throw new ConnectionLostException(
                    "the server refuses the secure channel: " + Failures.name(status) + Failures.remedy(status));
        }
        if (!(answer instanceof OpenSecureChannelResponse response)) {
            throw new MalformedFrameException("the server opens a channel with something else", 0);
        }
        channel.chunks().install(response);
        tokens.incrementAndGet();
        long lifetime = response.getSecurityToken().getRevisedLifetime().longValue();
        renewAt = lifetime == 0 ? NEVER : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(lifetime / 4 * 3);
        renewalNanos = TimeUnit.MILLISECONDS.toNanos(Math.max(1000, lifetime / 4));
    }

    /** Asks for a new token when it is time. */
    void step() throws ConnectorException {
        long now = System.nanoTime();
        UaRequest current = renewal;
        if (current != null && current.isDone()) {
            channel.recycle(current);
            renewal = null;
        } else if (current != null && now - renewalDeadline > 0) {
            throw new ConnectionLostException(
                    "the server at " + channel + " has not renewed the secure channel in time");
        } else if (current == null && renewAt != NEVER && now - renewAt > 0) {
            renewalDeadline = now + renewalNanos;
            renewal = ask(SecurityTokenRequestType.Renew, null, renewalDeadline);
        }
    }

    /** Has the token renewed soon. */
    void renewSoon() {
        renewAt = System.nanoTime();
    }

    /** How often the token has been renewed. */
    int renewals() {
        return tokens.get() - 1;
    }
}
