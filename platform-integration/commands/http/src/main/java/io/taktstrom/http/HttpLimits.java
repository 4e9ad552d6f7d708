package io.taktstrom.http;

import java.time.Duration;

/**
 * What one request may cost.
 *
 * @param transfer time for a whole request to arrive, and again for its answer to be taken
 * @param handling time for the handler to answer
 * @param maxBodyBytes longest body of a request; 0 for none
 * @param maxConnections most connections at a time
 */
public record HttpLimits(Duration transfer, Duration handling, int maxBodyBytes, int maxConnections) {

    public HttpLimits(Duration transfer, Duration handling, int maxBodyBytes) {
        this(transfer, handling, maxBodyBytes, HttpPort.MAX_CONNECTIONS);
    }
}
