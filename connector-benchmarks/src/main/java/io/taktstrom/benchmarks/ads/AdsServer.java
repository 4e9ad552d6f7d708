package io.taktstrom.benchmarks.ads;

import java.io.IOException;

import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** Where the server of an ADS experiment listens. */
public final class AdsServer {

    /** AdsLib, which pyads uses, knows no port but TwinCAT's; an address of its own keeps the server to itself. */
    public static final String HOST = "127.0.0.77";

    private static final String PORT = "48898";

    private AdsServer() {}

    /** Starts the server with 1000 DINTs and a burst of so many samples. */
    public static ServerProcess start(long burstTotal) throws IOException {
        return start(SimulatorServer.class, String.valueOf(burstTotal));
    }

    /**
     * Starts a server.
     *
     * @param main takes HOST, PORT and the argument, and {@linkplain ServerProcess#serve serves}
     */
    public static ServerProcess start(Class<?> main, String argument) throws IOException {
        return ServerProcess.start(Programs.java(main, HOST, PORT, argument));
    }
}
