package io.taktstrom.opcua.session;

import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;

/**
 * What a lost link leaves to the next one: with it, the session goes on over another secure channel (OPC 10000-4, 6.7).
 * Good until the server refuses, and for a few attempts that get no answer.
 */
public final class SessionTicket {

    private static final int MAX_ATTEMPTS = 3;

    final NodeId token;
    final ByteString serverNonce;
    final OfferedSecurity offered;
    private final AtomicInteger attempts = new AtomicInteger();

    /**
     * @param serverNonce the one that the server gave last, which is to be signed
     * @param offered what the server said that it offers when the session was made
     */
    SessionTicket(NodeId token, ByteString serverNonce, OfferedSecurity offered) {
        this.token = token;
        this.serverNonce = serverNonce;
        this.offered = offered;
    }

    /** Whether there may be another attempt, which this call counts. */
    boolean use() {
        return attempts.incrementAndGet() <= MAX_ATTEMPTS;
    }

    /** The server has refused. */
    void refused() {
        attempts.set(MAX_ATTEMPTS);
    }
}
