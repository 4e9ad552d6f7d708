package io.taktstrom.benchmarks.opcua;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.program.Programs;
import io.taktstrom.benchmarks.program.ServerProcess;

/** The programs that an OPC UA experiment starts. */
public final class OpcUaPrograms {

    private static final String HOST = "127.0.0.1";

    private OpcUaPrograms() {}

    /** A hundred thousand monitored items of Milo's need more than the others have. */
    static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(Programs.java(main, arguments));
        command.replaceAll(word -> word.replaceFirst("^(-Xm[sx])256m$", "$11g"));
        return command;
    }

    /** The server on open62541, which somebody must have built (open62541_server.c); empty when it is not there. */
    static List<String> open62541() {
        String program = System.getenv("TAKT_OPEN62541_SERVER");
        return program == null ? List.of() : List.of(program);
    }

    /** Starts Milo's server with items {@code i0} and up of the namespace {@code urn:taktstrom:benchmark} that count in each period. */
    public static ServerProcess serveCounting(int items, int periodMillis) throws IOException {
        return serve(new Served(items, 0, 0, false, periodMillis));
    }

    /** A worker that reads one Int32 by our connector, one request after the other. */
    public static List<String> reading(String uri) {
        return java(RequestContender.class, "taktstrom", "read", uri);
    }

    /** Starts Milo's server. */
    static ServerProcess serve(Served served) throws IOException {
        return serve(java(MiloServer.class), served);
    }

    /**
     * Starts a server.
     *
     * @param program takes HOST PORT and a {@link Served}, and does as {@link ServerProcess#serve}
     */
    static ServerProcess serve(List<String> program, Served served) throws IOException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(HOST, String.valueOf(port), served.text()));
        return ServerProcess.start(command);
    }
}
