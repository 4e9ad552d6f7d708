package io.taktstrom.s7.plc4j;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.LinkSettings;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;

/** The backend {@code plc4j}. Each connection has one of its own to the CPU: plc4j's cannot be shared safely. */
public final class Plc4jBackend implements S7Backend {

    @Override
    public String name() {
        return "plc4j";
    }

    @Override
    public CpuSession open(LinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        if (!settings.password().isEmpty()) {
            throw new ConnectFailedException("connect to " + settings
                    + ": plc4j cannot give a password; leave the option password out, or use backend engine");
        }
        QuietLoggers.mute();
        long start = System.nanoTime();
        requireListener(settings, connectTimeout);
        return Plc4jSession.open(settings, connectTimeout.minusNanos(System.nanoTime() - start), requestTimeout);
    }

    /** Where nobody listens, plc4j prints a stack trace past all loggers; so it is not asked there. */
    private static void requireListener(LinkSettings settings, Duration limit) throws ConnectFailedException {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved()) {
            throw new ConnectFailedException("connect to " + settings + ": unknown host; check the name");
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) Math.max(1, limit.toMillis()));
        } catch (IOException e) {
            throw new ConnectFailedException(
                    "connect to " + settings + ": " + e.getMessage()
                            + "; check the address, that the CPU is switched on, and the firewall (TCP "
                            + settings.port() + ")",
                    e);
        }
    }
}
