package io.taktstrom.s7.plc4j;

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
        return Plc4jSession.open(settings, connectTimeout, requestTimeout);
    }
}
