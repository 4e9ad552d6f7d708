package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.simulator.plc.Device;
import io.taktstrom.ads.simulator.protocol.AmsWire;
import io.taktstrom.ads.simulator.protocol.Caller;
import io.taktstrom.ads.simulator.protocol.Commands;
import io.taktstrom.simulation.Fault;
import org.jspecify.annotations.Nullable;

/** The requests of one connection, one after the other: finds frames, routes them, has them executed, frames the answers. */
final class Exchange {

    /** AMS/TCP command of TwinCAT's router: a client on the same host asks for an AMS port of its own. */
    private static final int PORT_CONNECT = 0x1000;

    private static final int PORT_CLOSE = 0x0001;

    private final Simulation simulation;
    private final Connection connection;
    private final Caller caller;
    private volatile int clientPort = -1;

    Exchange(Simulation simulation, Connection connection) {
        this.simulation = simulation;
        this.connection = connection;
        this.caller = new Caller(connection.notifications(), simulation.system);
    }

    /** Size of the frame at {@code start}, or 0 if it is not complete. */
    int frame(ByteBuffer in, int start, int end) throws ProtocolError {
        if (end - start < AmsWire.TCP_HEADER) {
            return 0;
        }
        int kind = AmsWire.unsignedShort(in, start + AmsWire.ROUTER);
        int length = in.getInt(start + AmsWire.LENGTH);
        boolean router = kind == PORT_CONNECT || kind == PORT_CLOSE;
        int least = router ? 0 : AmsWire.HEADER - AmsWire.TCP_HEADER;
        if (kind != 0 && !router) {
            throw new ProtocolError("AMS/TCP header starts with " + kind);
        }
        if (length < least || length > simulation.limits.frameBytes() - AmsWire.TCP_HEADER) {
            throw new ProtocolError("frame length " + Integer.toUnsignedString(length) + " is not in " + least + ".."
                    + (simulation.limits.frameBytes() - AmsWire.TCP_HEADER));
        }
        if (end - start < AmsWire.TCP_HEADER + length) {
            return 0;
        }
        if (!router && in.getInt(start + AmsWire.DATA_LENGTH) != length + AmsWire.TCP_HEADER - AmsWire.HEADER) {
            throw new ProtocolError("AMS data length does not fit the frame");
        }
        return AmsWire.TCP_HEADER + length;
    }

    void answer(ByteBuffer in, int start, int bytes) throws IOException {
        if (in.getShort(start + AmsWire.ROUTER) != 0) {
            routerCommand(in, start, bytes);
            return;
        }
        if ((in.getShort(start + AmsWire.FLAGS) & 1) != 0) {
            return; // an answer, and nothing was asked: routers drop it
        }
        if (!isWelcome(in, start)) {
            hangUp("there is no route to this client");
        }
        int command = AmsWire.unsignedShort(in, start + AmsWire.COMMAND);
        simulation.meter.request(command);
        int data = start + AmsWire.HEADER;
        int dataBytes = bytes - AmsWire.HEADER;
        Fault fault = simulation.faults.isEmpty() ? null : met(command, group(command, in, data, dataBytes));
        int room = AmsWire.HEADER + simulation.commands.room(command, in, data, dataBytes);
        ByteBuffer out = connection.room(room);
        int at = out.position();
        int written = 0;
        int error;
        synchronized (simulation) {
            simulation.taskClock.look();
            Device device = simulation.device(in, start);
            error = simulation.routingError(in, start, device);
            if (device != null && error == 0) {
                caller.set(
                        AmsWire.address(in, start + AmsWire.SOURCE),
                        AmsWire.address(in, start + AmsWire.TARGET),
                        device);
                simulation.notifications.welcomeBack(caller);
                written = fault instanceof Fault.Refuse refuse
                        ? refuse(command, refuse.error(), out, at + AmsWire.HEADER)
                        : simulation.commands.execute(caller, command, in, data, dataBytes, out, at + AmsWire.HEADER);
                simulation.wakeTask();
            }
        }
        AmsWire.putResponse(in, start, out, at, error, written);
        out.position(at + AmsWire.HEADER + written);
        if (fault != null) {
            spoil(fault, out, at);
        }
    }

    private @Nullable Fault met(int command, int group) {
        return simulation.faults.meet(requests -> Requests.match(requests, command, group));
    }

    private static int refuse(int command, int error, ByteBuffer out, int at) {
        return command == AdsCommand.READ || command == AdsCommand.READ_WRITE
                ? Commands.bytesRead(~error, out, at)
                : Commands.result(error, out, at);
    }

    private static int group(int command, ByteBuffer in, int data, int dataBytes) {
        return switch (command) {
            case AdsCommand.READ, AdsCommand.WRITE, AdsCommand.READ_WRITE, AdsCommand.ADD_DEVICE_NOTIFICATION ->
                dataBytes >= 4 ? in.getInt(data) : 0;
            default -> 0;
        };
    }

    /** Does to the answer that starts at {@code at} what the fault says. */
    private void spoil(Fault fault, ByteBuffer out, int at) throws IOException {
        if (fault instanceof Fault.Ignore) {
            out.position(at);
        } else if (fault instanceof Fault.Delay delay) {
            connection.pause(delay.time().toNanos());
        } else if (fault instanceof AdsFault.AnswerAtNextCycle) {
            connection.awaitCycle(simulation.nanosToNextCycle());
        } else if (fault instanceof Fault.Hangup) {
            out.position(at);
            hangUp("fault: hang up");
        } else if (fault instanceof Fault.HalfAnswer) {
            out.position(at + (out.position() - at) / 2);
            hangUp("fault: half an answer");
        } else if (fault instanceof Fault.Garbage garbage) {
            out.position(at);
            byte[] bytes = HexFormat.of().parseHex(garbage.hex());
            connection.room(bytes.length).put(bytes);
        }
    }

    private void hangUp(String reason) throws IOException {
        connection.flush();
        connection.close(reason);
        throw new IOException(reason);
    }

    private void routerCommand(ByteBuffer in, int start, int bytes) throws IOException {
        int command = AmsWire.unsignedShort(in, start + AmsWire.ROUTER);
        if (command == PORT_CLOSE) {
            hangUp("the client gave its AMS port back");
        }
        releasePort();
        int wanted = bytes < AmsWire.TCP_HEADER + 2 ? 0 : AmsWire.unsignedShort(in, start + AmsWire.TCP_HEADER);
        int port = simulation.clientPorts.take(wanted);
        if (port < 0) {
            hangUp("AMS port " + wanted + " is not free");
        }
        clientPort = port;
        ByteBuffer out = connection.room(AmsWire.TCP_HEADER + 8);
        out.putShort((short) PORT_CONNECT);
        out.putInt(8);
        out.putInt((int) simulation.netId());
        out.putShort((short) (simulation.netId() >>> 32));
        out.putShort((short) port);
    }

    boolean hasPortOfRouter() {
        return clientPort >= 0;
    }

    /** Any thread. */
    synchronized void releasePort() {
        if (clientPort >= 0) {
            simulation.clientPorts.giveBack(clientPort);
            clientPort = -1;
        }
    }

    /** Clients of the router's own machine need no route. */
    private boolean isWelcome(ByteBuffer in, int start) {
        return clientPort >= 0
                || !simulation.routes.required()
                || simulation.routes.lead(
                        AmsWire.netId(in, start + AmsWire.SOURCE),
                        connection.peer().getAddress());
    }
}
