package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.ads.simulator.plc.Device;
import io.taktstrom.ads.simulator.plc.Plc;
import io.taktstrom.ads.simulator.plc.Plc.SymbolFault;
import io.taktstrom.ads.simulator.plc.PlcDevice;
import io.taktstrom.ads.simulator.plc.Routes;
import io.taktstrom.ads.simulator.plc.SystemDevice;
import io.taktstrom.ads.simulator.plc.TaskClock;
import io.taktstrom.ads.simulator.protocol.AmsWire;
import io.taktstrom.ads.simulator.protocol.Commands;
import io.taktstrom.ads.simulator.protocol.Meter;
import io.taktstrom.ads.simulator.protocol.Notifications;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.DeviceThreads;
import io.taktstrom.simulation.Faults;
import io.taktstrom.simulation.ServedConnection;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one simulator shares between its threads. Its monitor is the lock that guards the PLC: its holder
 * sees the PLC between two task cycles.
 */
final class Simulation {

    final String name;
    private final AmsAddress address;
    final Limits limits;
    final EpochNanoClock clock;
    final Meter meter = new Meter();
    final Faults faults;
    final TaskClock taskClock;
    final Notifications notifications;
    final Commands commands;
    final Plc plc;
    private final PlcDevice plcDevice;
    final SystemDevice system;
    final Routes routes = new Routes();
    final ClientPorts clientPorts = new ClientPorts();
    final Connections<Connection> connections = new Connections<>();
    final DeviceThreads threads = new DeviceThreads();
    private volatile boolean oneConnectionPerHost;

    Simulation(SimulatorModel model, AmsAddress address, long seed, EpochNanoClock clock, Limits limits) {
        this.name = "takt-simulator-ads-" + address;
        this.address = address;
        this.limits = limits;
        this.clock = clock;
        this.taskClock = new TaskClock(clock, model.taskCycle().toNanos());
        this.notifications =
                new Notifications(taskClock.cycleNanos(), limits.away().toNanos());
        this.plc = new Plc(model, address.port(), seed, taskClock, this::forgetPlcNotifications);
        this.commands =
                new Commands(notifications, limits.notifications(), Math.max(Limits.ANSWER_BYTES, plc.largestRead()));
        this.plcDevice = new PlcDevice(address.port(), plc);
        this.system = new SystemDevice(plc, routes);
        this.faults = new Faults(this::tellSymbolFaults);
    }

    private synchronized void tellSymbolFaults() {
        plc.setFaults(faults.of(AdsFault.RefuseSymbol.class)
                .map(fault -> new SymbolFault(fault.symbol(), fault.error()))
                .toList());
    }

    private void forgetPlcNotifications() {
        notifications.removeOf(plcDevice);
    }

    long netId() {
        return address.netId().bits();
    }

    /** Who is at the AMS port a request goes to, or null. Call under the lock. */
    @Nullable
    Device device(ByteBuffer in, int frame) {
        int port = AmsWire.unsignedShort(in, frame + AmsWire.TARGET_PORT);
        if (port == system.port()) {
            return system;
        }
        return port == plcDevice.port() && !plc.isConfig() ? plcDevice : null;
    }

    /** What a router says about a request that it cannot deliver, or 0. */
    int routingError(ByteBuffer in, int frame, @Nullable Device device) {
        if (AmsWire.netId(in, frame + AmsWire.TARGET) != address.netId().bits()) {
            return AdsErrorCode.TARGET_MACHINE_NOT_FOUND;
        }
        return device == null ? AdsErrorCode.TARGET_PORT_NOT_FOUND : AdsErrorCode.NO_ERROR;
    }

    synchronized long nanosToNextCycle() {
        return taskClock.nanosToNext();
    }

    /** Lets the task run if there is a reason to. Call under the lock. */
    void wakeTask() {
        if (!taskClock.isLive() && notifications.needCycles()) {
            taskClock.goLive();
            notifyAll();
        }
    }

    void setOneConnectionPerHost(boolean on) {
        oneConnectionPerHost = on;
    }

    /** Makes a guest of a connection that was accepted. */
    ServedConnection create(SocketChannel channel) throws IOException {
        Connection connection = new Connection(this, channel);
        if (oneConnectionPerHost) {
            for (Connection older : connections.list()) {
                if (older.peer().getAddress().equals(connection.peer().getAddress())) {
                    older.close("replaced by " + connection);
                }
            }
        }
        return connections.add(connection);
    }

    Counters counters() {
        return new Counters(
                connections.accepted(),
                connections.size(),
                meter.requests(),
                notifications.size(),
                meter.notificationFrames.sum(),
                meter.samples.sum(),
                meter.samplesDropped.sum(),
                meter.protocolErrors.sum(),
                meter.overruns.sum());
    }

    synchronized void forget(Connection connection) {
        connections.remove(connection);
        if (connections.isEnded() || limits.away().isZero() || connection.hasPortOfRouter()) {
            notifications.removeOf(connection.notifications());
        } else {
            taskClock.look();
            notifications.leave(connection.notifications(), taskClock.cycle());
        }
        connection.stopThreads();
    }

    synchronized boolean hasNotifications(Connection connection) {
        return notifications.anyOf(connection.notifications());
    }

    boolean isClosed() {
        return connections.isEnded();
    }

    /** Tells the task to end, and takes no more connections. */
    synchronized void end() {
        connections.end();
        notifyAll();
    }
}
