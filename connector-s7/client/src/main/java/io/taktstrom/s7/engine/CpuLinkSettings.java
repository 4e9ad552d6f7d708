package io.taktstrom.s7.engine;

import java.time.Duration;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.s7.protocol.cotp.Tpkt;

/**
 * Which CPU to connect to, and how. Connections with equal settings share a link, however patient each of them is.
 *
 * @param host name or address
 * @param port TCP port, mostly {@link Tpkt#PORT}
 * @param localTsap ours
 * @param remoteTsap the CPU's, with the kind of connection, rack and slot in it
 * @param password that opens what the CPU protects; empty for none
 * @param pduBytes the largest PDU that we ask for
 * @param jobs the most requests on their way that we ask for
 * @param heartbeatInterval after how long a silence to ask whether the CPU is still there; zero for never
 * @param heartbeatTimeout how long it may take to answer that
 */
public record CpuLinkSettings(
        String host,
        int port,
        int localTsap,
        int remoteTsap,
        String password,
        int pduBytes,
        int jobs,
        Duration heartbeatInterval,
        Duration heartbeatTimeout) {

    /** What connections that share a link have in common. */
    CpuLinkSettings shared() {
        return new CpuLinkSettings(
                host, port, localTsap, remoteTsap, password, pduBytes, jobs, heartbeatInterval, Duration.ZERO);
    }

    /** Why a connection was given up whose heartbeat was not answered. */
    public static String silence(Object where, Duration heartbeatTimeout) {
        return where + ": no answer to the heartbeat within " + Durations.format(heartbeatTimeout)
                + ", so the connection was given up; check the network and that the CPU runs, or raise heartbeatTimeout";
    }

    /** For messages: without the password. */
    @Override
    public String toString() {
        return host + ":" + port + " (TSAP " + "%02X.%02X".formatted(remoteTsap >> 8, remoteTsap & 0xFF) + ")";
    }
}
