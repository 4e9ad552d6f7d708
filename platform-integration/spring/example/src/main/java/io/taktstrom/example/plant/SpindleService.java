package io.taktstrom.example.plant;

import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Service;

/** A service of the application, with what the starter makes of the deployment. */
@Service
public class SpindleService {

    private final BoundRecord<Spindle> spindle;
    private final ManagedConnection press;

    public SpindleService(BoundRecord<Spindle> spindle, @Qualifier("press1") ManagedConnection press) {
        this.spindle = spindle;
        this.press = press;
    }

    public Spindle now() throws ConnectorException {
        return spindle.read();
    }

    public boolean isConnected() {
        return press.state() == ConnectionState.CONNECTED;
    }
}
