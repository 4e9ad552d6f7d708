package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.util.List;

import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** The programs that an S7 experiment starts. */
public final class S7Programs {

    private S7Programs() {}

    /** Starts the CPU that all contenders talk to. */
    public static ServerProcess serve() throws IOException {
        return ServerProcess.start(Programs.java(S7Server.class, "127.0.0.1", "0"));
    }

    /** A worker that reads one DINT by our connector, one request after the other. */
    public static List<String> reading(String uri) {
        return S7Rival.TAKTSTROM.program(S7Case.ONE, uri);
    }
}
