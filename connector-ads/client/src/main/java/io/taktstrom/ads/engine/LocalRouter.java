package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;

/** The first exchange with a router of this machine: it gives us an AMS address of our own. */
final class LocalRouter {

    private static final long PAUSE_NANOS = 1_000_000;

    private LocalRouter() {}

    /** @param wantedPort an AMS port, or 0 for whichever is free */
    static AmsAddress register(Dialed dialed, BackendSettings settings, int wantedPort, long deadline)
            throws ConnectorException {
        String what = "ask the router at " + settings.router() + " for an AMS port: ";
        try {
            ByteBuffer request = RouterCommand.portConnect(wantedPort);
            ByteBuffer answer = AdsBuffers.heap(RouterCommand.PORT_CONNECTED_BYTES);
            while (request.hasRemaining()) {
                dialed.channel().write(request);
                requireTime(what, deadline);
            }
            while (answer.hasRemaining()) {
                int bytes = dialed.channel().read(answer);
                if (bytes < 0) {
                    throw noRouter(what + "it closed the connection");
                }
                requireTime(what, deadline);
                if (bytes == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            return RouterCommand.portConnected(answer);
        } catch (IOException e) {
            throw e instanceof ConnectorException known ? known : noRouter(what + e.getMessage());
        }
    }

    private static void requireTime(String what, long deadline) throws ConnectFailedException {
        if (System.nanoTime() - deadline > 0) {
            throw noRouter(what + "no answer in time");
        }
    }

    private static ConnectFailedException noRouter(String what) {
        return new ConnectFailedException(
                what + "; a router that gives ports is on this machine only: with 'router: direct' we need none");
    }
}
