package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;

/** The first request of a backend: shows that there is a route in both directions and somebody at the target's port. */
final class Handshake {

    /** Codes below this come from routers: the target was not reached (InfoSys "ADS Return Codes"). */
    private static final int FIRST_DEVICE_CODE = 0x700;

    private Handshake() {}

    static void exchange(JavaBackend backend, BackendSettings settings, String localHost, long deadline)
            throws ConnectorException {
        String what = "connect to " + settings.target() + " by way of " + settings.router() + ": ";
        String route = "; add a route on the target to net id "
                + backend.source().netId() + " at " + localHost + ", and check the target's net id";
        ByteBuffer state = AdsBuffers.heap(Integer.BYTES);
        int code;
        try {
            code = backend.readState(state, deadline - System.nanoTime());
        } catch (ConnectionLostException e) {
            throw new ConnectFailedException(what + "the router closed the connection without an answer" + route, e);
        } catch (RequestTimeoutException e) {
            throw new ConnectFailedException(what + "no answer in time" + route, e);
        }
        if (code != AdsErrorCode.NO_ERROR && Integer.compareUnsigned(code, FIRST_DEVICE_CODE) < 0) {
            AdsErrorCode error = AdsErrorCode.of(code);
            boolean routing = code == AdsErrorCode.TARGET_MACHINE_NOT_FOUND;
            throw new ConnectFailedException(what + (routing ? error.withoutRemedy() + route : error));
        }
        backend.confirm();
    }
}
