package io.taktstrom.ads.simulator;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicLongArray;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.plc.AmsDevice;
import io.taktstrom.ads.simulator.plc.Plc;
import io.taktstrom.ads.simulator.plc.Plc.SymbolFault;
import io.taktstrom.ads.simulator.plc.PlcDevice;
import io.taktstrom.ads.simulator.plc.RouteTable;
import io.taktstrom.ads.simulator.plc.SystemDevice;
import io.taktstrom.ads.simulator.plc.TaskClock;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.ads.simulator.protocol.NotificationTable;
import io.taktstrom.ads.simulator.protocol.Outbox;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.DeviceThreads;
import org.jspecify.annotations.Nullable;

/**
 * What the threads of one simulator share. Its monitor is the lock that guards the PLC: its holder sees the PLC between two
 * task cycles.
 */
final class SimulatedPlc {

    /** The most data in an answer, unless a table or the memory is larger. */
    private static final int ANSWER_BYTES = 4 << 20;

    private static final int COMMANDS = 10;
    /** AMS ports that the router gives to clients on its own machine. */
    private static final int FIRST_CLIENT_PORT = 32_768;

    private static final int CLIENT_PORTS = 1024;

    private static final long WALL_CLOCK_CHECK_NANOS = 1_000_000_000;

    final String name;
    final AmsAddress address;
    final AdsLimits limits;
    final EpochNanoClock clock;
    final Counters<AdsCounter> counters = new Counters<>(AdsCounter.class);
    /** By command; unknown ones count as 0. */
    final AtomicLongArray requests = new AtomicLongArray(COMMANDS);

    final DeviceFaults faults = new DeviceFaults(this::applySymbolFaults);
    final TaskClock taskClock;
    final NotificationTable notifications;
    final Plc plc;
    final SystemDevice system;
    final RouteTable routes = new RouteTable();
    final DeviceThreads threads = new DeviceThreads();
    final int maxAnswerBytes;
    private final PlcDevice plcDevice;
    private final BitSet clientPorts = new BitSet();
    private volatile boolean closed;

    SimulatedPlc(AdsModel model, long seed, EpochNanoClock clock, AdsLimits limits) {
        this.address = new AmsAddress(model.netId(), model.port());
        this.name = "takt-simulator-ads-" + address;
        this.limits = limits;
        this.clock = clock;
        this.taskClock = new TaskClock(clock, model.taskCycle().toNanos());
        this.notifications =
                new NotificationTable(taskClock.cycleNanos(), limits.away().toNanos(), limits.notifications());
        this.plc = new Plc(model, seed, taskClock, this::removePlcNotifications);
        this.maxAnswerBytes = Math.max(ANSWER_BYTES, plc.largestRead());
        this.plcDevice = new PlcDevice(address.port(), plc);
        this.system = new SystemDevice(plc, routes);
    }

    private synchronized void applySymbolFaults() {
        plc.setFaults(faults.of(AdsFault.RefuseSymbol.class)
                .map(fault -> new SymbolFault(fault.symbol(), fault.error()))
                .toList());
    }

    private void removePlcNotifications() {
        notifications.removeOf(plcDevice);
    }

    void countRequest(int command) {
        requests.incrementAndGet(command < COMMANDS ? command : 0);
    }

    /** The device at the AMS port of a request, or null. Call under the lock. */
    @Nullable
    AmsDevice device(ByteBuffer in, int frame) {
        int port = Short.toUnsignedInt(in.getShort(frame + AmsHeader.TARGET_PORT));
        if (port == system.port()) {
            return system;
        }
        return port == plcDevice.port() && !plc.isConfig() ? plcDevice : null;
    }

    /** The router's error for a request that it cannot deliver, or 0. */
    int routingError(ByteBuffer in, int frame, @Nullable AmsDevice device) {
        if (AmsNetId.bitsAt(in, frame + AmsHeader.TARGET_NET_ID)
                != address.netId().bits()) {
            return AdsErrorCode.TARGET_MACHINE_NOT_FOUND;
        }
        return device == null ? AdsErrorCode.TARGET_PORT_NOT_FOUND : AdsErrorCode.NO_ERROR;
    }

    /** Runs the next cycle of the task. Call under the lock. */
    void cycle() {
        taskClock.advance();
        if (taskClock.cycle() % Math.max(1, WALL_CLOCK_CHECK_NANOS / taskClock.cycleNanos()) == 0) {
            taskClock.followWallClock();
        }
        notifications.cycle(taskClock.cycle(), taskClock.fileTime());
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

    /** A free port of the router, the wanted one if it is not 0; -1 without one. */
    synchronized int takeClientPort(int wanted) {
        int port = wanted != 0 ? wanted : clientPorts.nextClearBit(FIRST_CLIENT_PORT);
        if (clientPorts.get(port) || port >= FIRST_CLIENT_PORT + CLIENT_PORTS) {
            return -1;
        }
        clientPorts.set(port);
        return port;
    }

    /** Releases what a connection has, which has ended. */
    synchronized void release(Outbox outbox, int clientPort) {
        if (closed || limits.away().isZero() || clientPort >= 0) {
            notifications.removeOf(outbox);
        } else {
            taskClock.look();
            notifications.leave(outbox, taskClock.cycle());
        }
        releaseClientPort(clientPort);
        outbox.close();
    }

    synchronized void releaseClientPort(int port) {
        if (port >= 0) {
            clientPorts.clear(port);
        }
    }

    synchronized boolean hasNotifications(Outbox outbox) {
        return notifications.anyOf(outbox);
    }

    boolean isClosed() {
        return closed;
    }

    /** Lets the task end. */
    synchronized void end() {
        closed = true;
        notifyAll();
    }
}
