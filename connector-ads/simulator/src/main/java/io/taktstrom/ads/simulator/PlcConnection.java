package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.RouterCommand;
import io.taktstrom.ads.simulator.plc.AmsDevice;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.ads.simulator.protocol.AdsRequestHandler;
import io.taktstrom.ads.simulator.protocol.AmsWire;
import io.taktstrom.ads.simulator.protocol.Outbox;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.SocketConnection;
import io.taktstrom.spi.MalformedFrameException;

/**
 * One TCP connection: finds frames, routes requests, and writes the headers of the answers.
 *
 * <pre>
 *  socket --> [ frames ] --> AdsRequestHandler --> [ answers ] --> socket
 *                                                                   ^   ^
 *                                      task --> Outbox, own thread -+   +- BurstSender, own thread
 * </pre>
 */
public final class PlcConnection extends SocketConnection {

    private static final int BUFFER_BYTES = 65_536;
    private static final int PORT_CONNECTED_DATA = RouterCommand.PORT_CONNECTED_BYTES - AmsHeader.TCP_BYTES;

    private final SimulatedPlc simulation;
    private final Outbox outbox;
    private final AdsRequestHandler handler;
    /** AMS port that the PLC's router has given to the client, or -1. */
    private volatile int clientPort = -1;
    /** Whether the requests that were read together have waited for their cycle; this connection's thread only. */
    private boolean cycleAwaited;

    /** @param stream the channel, or what it is secured by */
    PlcConnection(SimulatedPlc simulation, Connections<?> connections, SocketChannel channel, ByteChannel stream)
            throws IOException {
        super(simulation.name, connections, channel, stream, BUFFER_BYTES, ByteOrder.LITTLE_ENDIAN);
        this.simulation = simulation;
        outbox = new Outbox(this, simulation.counters, simulation.threads, simulation.clock);
        handler = new AdsRequestHandler(simulation.system, simulation.notifications, outbox, simulation.maxAnswerBytes);
    }

    /** A client with notifications waits for them. */
    @Override
    public long lastHeardNanos() {
        return simulation.hasNotifications(outbox) ? System.nanoTime() : super.lastHeardNanos();
    }

    @Override
    protected void onMalformedFrame() {
        simulation.counters.increment(AdsCounter.PROTOCOL_ERRORS);
    }

    @Override
    protected void onClose() {
        simulation.release(outbox, clientPort);
    }

    @Override
    protected int frameBytes(ByteBuffer in, int start, int available) throws MalformedFrameException {
        if (available < AmsHeader.TCP_BYTES) {
            return 0;
        }
        int kind = Short.toUnsignedInt(in.getShort(start));
        int length = in.getInt(start + AmsHeader.LENGTH);
        boolean router = kind == RouterCommand.PORT_CONNECT || kind == RouterCommand.PORT_CLOSE;
        int least = router ? 0 : AmsHeader.BYTES - AmsHeader.TCP_BYTES;
        int most = simulation.limits.frameBytes() - AmsHeader.TCP_BYTES;
        if (kind != 0 && !router) {
            throw new MalformedFrameException("AMS/TCP header starts with " + kind, AmsHeader.RESERVED);
        }
        if (length < least || length > most) {
            throw new MalformedFrameException(
                    "frame length " + Integer.toUnsignedString(length) + " is not in " + least + ".." + most,
                    AmsHeader.LENGTH);
        }
        if (available < AmsHeader.TCP_BYTES + length) {
            return 0;
        }
        if (!router && AmsHeader.dataLength(in, start) != length + AmsHeader.TCP_BYTES - AmsHeader.BYTES) {
            throw new MalformedFrameException("AMS data length does not fit the frame", AmsHeader.DATA_LENGTH);
        }
        return AmsHeader.TCP_BYTES + length;
    }

    @Override
    protected void answer(ByteBuffer in, int start, int bytes) throws IOException {
        if (in.getShort(start) != 0) {
            routerCommand(in, start, bytes);
        } else if (!AmsHeader.isResponse(in, start)) {
            // Responses without a request are dropped, as by routers.
            request(in, start, bytes);
        }
        heard();
    }

    private void request(ByteBuffer in, int start, int bytes) throws IOException {
        if (!hasRoute(in, start)) {
            hangUp("no route to this client");
        }
        int command = AmsHeader.command(in, start);
        int data = start + AmsHeader.BYTES;
        int dataBytes = bytes - AmsHeader.BYTES;
        simulation.countRequest(command);
        DeviceFault fault = simulation.faults.match(command, group(command, in, data, dataBytes));
        ByteBuffer out = room(AmsHeader.BYTES + handler.room(command, in, data, dataBytes));
        int at = out.position();
        int written = 0;
        int error;
        synchronized (simulation) {
            simulation.taskClock.look();
            AmsDevice device = simulation.device(in, start);
            error = simulation.routingError(in, start, device);
            if (device != null && error == 0) {
                handler.route(
                        in.getLong(start + AmsHeader.SOURCE_NET_ID),
                        in.getLong(start + AmsHeader.TARGET_NET_ID),
                        device);
                written = fault instanceof DeviceFault.Refuse refuse
                        ? AdsRequestHandler.refuse(command, refuse.error(), out, at + AmsHeader.BYTES)
                        : handler.execute(command, in, data, dataBytes, out, at + AmsHeader.BYTES);
                simulation.wakeTask();
            }
        }
        AmsWire.putResponse(in, start, out, at, error, written);
        out.position(at + AmsHeader.BYTES + written);
        if (fault instanceof AdsFault.AnswerAtNextCycle && !cycleAwaited) {
            pause(simulation.nanosToNextCycle());
            cycleAwaited = true;
        } else if (fault != null) {
            apply(fault, at);
        }
    }

    private static int group(int command, ByteBuffer in, int data, int dataBytes) {
        return switch (command) {
            case AdsCommand.READ, AdsCommand.WRITE, AdsCommand.READ_WRITE, AdsCommand.ADD_DEVICE_NOTIFICATION ->
                dataBytes >= 4 ? in.getInt(data) : 0;
            default -> 0;
        };
    }

    @Override
    protected void answered() {
        cycleAwaited = false;
    }

    @Override
    protected void flushed() {
        if (outbox.isHeld()) {
            synchronized (simulation) {
                outbox.release();
            }
        }
    }

    private void routerCommand(ByteBuffer in, int start, int bytes) throws IOException {
        if (Short.toUnsignedInt(in.getShort(start)) == RouterCommand.PORT_CLOSE) {
            hangUp("the client has returned its AMS port");
        }
        simulation.releaseClientPort(clientPort);
        int wanted =
                bytes < AmsHeader.TCP_BYTES + 2 ? 0 : Short.toUnsignedInt(in.getShort(start + AmsHeader.TCP_BYTES));
        clientPort = simulation.takeClientPort(wanted);
        if (clientPort < 0) {
            hangUp("AMS port " + wanted + " is not free");
        }
        long netId = simulation.address.netId().bits();
        room(RouterCommand.PORT_CONNECTED_BYTES)
                .putShort((short) RouterCommand.PORT_CONNECT)
                .putInt(PORT_CONNECTED_DATA)
                .putInt((int) netId)
                .putShort((short) (netId >>> 32))
                .putShort((short) clientPort);
    }

    /** Clients of the router's own machine need no route. */
    private boolean hasRoute(ByteBuffer in, int start) {
        return clientPort >= 0
                || !simulation.routes.required()
                || simulation.routes.lead(AmsNetId.bitsAt(in, start + AmsHeader.SOURCE_NET_ID), peer().getAddress());
    }
}
