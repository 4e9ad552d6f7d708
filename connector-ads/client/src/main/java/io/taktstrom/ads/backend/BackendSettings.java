package io.taktstrom.ads.backend;

import java.time.Duration;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/**
 * How a backend reaches its target.
 *
 * @param host name or address of the router
 * @param port its TCP port
 * @param target the ADS server behind it
 * @param localNetId what we call ourselves; null for our IPv4 address with {@code .1.1}
 * @param localPort our AMS port; 0 for one that is free
 * @param connectTimeout for the TCP connection and the first answer together
 * @param requestTimeout for each request
 * @param heartbeatInterval after how long a silence to ask whether the target is still there; zero for never
 * @param heartbeatTimeout how long it may take to answer that
 * @param mode what the host is
 * @param security whether the connection is a secure one
 */
public record BackendSettings(
        String host,
        int port,
        AmsAddress target,
        @Nullable AmsNetId localNetId,
        int localPort,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration heartbeatInterval,
        Duration heartbeatTimeout,
        RouterMode mode,
        AdsSecurity security) {

    /** For messages: {@code 10.0.0.5:48898}. */
    public String router() {
        return host + ":" + port;
    }
}
