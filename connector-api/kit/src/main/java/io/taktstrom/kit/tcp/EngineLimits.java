package io.taktstrom.kit.tcp;

/**
 * Limits of a {@link RequestEngine}.
 *
 * @param inFlight the most requests in flight, up to {@link Request#MAX_COUNT}
 * @param idBits bits of a request's id, 16 to 32
 * @param keepsUnanswered whether a request that no thread waits for any more counts until its answer has arrived
 * @param frameTimeoutNanos how long a frame may take from its first byte to its last
 * @param heartbeatNanos of silence before the engine asks for a sign of life; 0 for never
 */
public record EngineLimits(
        int inFlight, int idBits, boolean keepsUnanswered, long frameTimeoutNanos, long heartbeatNanos) {}
