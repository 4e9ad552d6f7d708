package io.taktstrom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * One accepted connection: two sockets and a lane each way.
 *
 * <pre>
 *   FLOWING ---truncate---> DISCARDING ---both ends closed---> ENDED
 *      |                                                         ^
 *      +--------- reset, or both ends closed --------------------+
 * </pre>
 */
final class ProxiedLink {

    private enum State {
        FLOWING,
        DISCARDING,
        ENDED
    }

    private static final int CONNECT_LIMIT_MILLIS = 10_000;

    private final InetSocketAddress target;
    private final ArmedFaults faults;
    private final int number;
    private final Socket client;
    private final Socket server = new Socket();
    private final Lane toServer;
    private final Lane toClient;
    private final Thread toServerThread;
    private final Thread toClientThread;
    private final AtomicReference<State> state;
    private final AtomicInteger lanesRunning;

    /** @param name of the proxy, with which the names of its threads begin */
    ProxiedLink(String name, InetSocketAddress target, ArmedFaults faults, int number, Socket client) {
        this.target = target;
        this.faults = faults;
        this.number = number;
        this.client = client;
        toServer = new Lane(faults, this, Direction.TO_SERVER, client, server);
        toClient = new Lane(faults, this, Direction.TO_CLIENT, server, client);
        toClientThread = thread(name + "-" + number + "-to-client", toClient);
        boolean blackHole =
                faults.of(number, Fault.BlackHole.class).peek(ArmedFault::fired).count() > 0;
        state = new AtomicReference<>(blackHole ? State.DISCARDING : State.FLOWING);
        lanesRunning = new AtomicInteger(blackHole ? 1 : 2);
        toServerThread = thread(name + "-" + number + "-to-server", blackHole ? toServer : this::connectThenRun);
    }

    static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        toServerThread.start();
    }

    private void connectThenRun() {
        try {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_LIMIT_MILLIS);
        } catch (IOException e) {
            reset();
            return;
        }
        toClientThread.start();
        toServer.run();
    }

    int number() {
        return number;
    }

    boolean isOpen() {
        return state.get() != State.ENDED;
    }

    /** Whether the client has not closed its end yet. */
    boolean hasClient() {
        return isOpen() && !toServer.sourceEnded();
    }

    boolean isFlowing() {
        return state.get() == State.FLOWING;
    }

    boolean isDiscarding() {
        return state.get() == State.DISCARDING;
    }

    long forwarded(Direction direction) {
        return lane(direction).offset();
    }

    Stream<Thread> threads() {
        return Stream.of(toServerThread, toClientThread);
    }

    private Lane lane(Direction direction) {
        return direction == Direction.TO_SERVER ? toServer : toClient;
    }

    /** A fault that is armed behind its offset happens now: the lane may wait for a byte that never comes. */
    void armed(ArmedFault armed) {
        if (armed.fault() instanceof Fault.Strike fault
                && lane(fault.direction()).offset() >= fault.at()) {
            end(armed);
        }
    }

    /** Lets a fault that ends the connection do so, counted before anybody can see it. Others are up to the lanes. */
    void end(ArmedFault armed) {
        if (armed.fault() instanceof Fault.Reset && endedNow()) {
            armed.fired();
            abort();
        } else if (armed.fault() instanceof Fault.Truncate && state.compareAndSet(State.FLOWING, State.DISCARDING)) {
            armed.fired();
            endOutput(client);
            endOutput(server);
            faults.gate().changed();
        }
    }

    /** A RST to both ends, unless the connection is over already. */
    void reset() {
        if (endedNow()) {
            abort();
        }
    }

    /** One end vanished: the other gets a RST, unless a truncation has promised it an orderly end. */
    void broken() {
        if (state.compareAndSet(State.FLOWING, State.ENDED)) {
            abort();
        }
    }

    private boolean endedNow() {
        return state.getAndSet(State.ENDED) != State.ENDED;
    }

    private void abort() {
        abort(client);
        abort(server);
        faults.gate().changed();
    }

    /** Called by each lane as its last act. */
    void laneEnded() {
        if (lanesRunning.decrementAndGet() == 0 && endedNow()) {
            close(client);
            close(server);
        }
    }

    /** Sends a FIN, unless this end has had one or is gone. */
    static void endOutput(Socket socket) {
        try {
            if (!socket.isOutputShutdown()) {
                socket.shutdownOutput();
            }
        } catch (IOException e) {
            // The peer reset the connection a moment ago: the lane that reads from it ends the link.
        }
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // Closed already, or never connected: nothing is left to abort.
        }
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + socket, e);
        }
    }
}
