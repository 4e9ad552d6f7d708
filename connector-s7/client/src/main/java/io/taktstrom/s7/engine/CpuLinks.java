package io.taktstrom.s7.engine;

import java.time.Duration;

import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.SharedLinks;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;

/**
 * The links of this JVM. A CPU has few connections to give, often 8 to 16 for everybody, so all who speak to the same CPU
 * in the same way share one. Thread-safe.
 */
final class CpuLinks {

    private static final SharedLinks<CpuLinkSettings, CpuLink> OF_THIS_JVM = new SharedLinks<>("s7", CpuLinks::dial);

    private CpuLinks() {}

    /**
     * Opens a carrier on a link that works. Blocks for at most the connect timeout.
     *
     * @throws ConnectFailedException when there is no CPU, or it refuses; the message names the remedy
     */
    static Carrier open(CpuLinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        long deadline = System.nanoTime() + connectTimeout.toNanos();
        return OF_THIS_JVM.open(settings.shared(), deadline, (use, joined) -> {
            LinkCarrier carrier = new LinkCarrier(use.link(), requestTimeout, use::close);
            try {
                carrier.attach(settings.heartbeatTimeout());
                if (joined) {
                    carrier.run(new S7Heartbeat(), Math.max(1, deadline - System.nanoTime()));
                }
                return carrier;
            } catch (ConnectorException e) {
                carrier.close();
                throw e;
            }
        });
    }

    private static CpuLink dial(CpuLinkSettings settings, long deadline) throws ConnectorException {
        Dialed dialed = Dialed.to(
                settings.host(), settings.port(), settings.toString(), "that the CPU is switched on", deadline);
        try {
            return new CpuLink(settings, dialed, S7Handshake.over(dialed, settings, deadline));
        } catch (ConnectorException e) {
            dialed.close();
            throw e;
        }
    }
}
