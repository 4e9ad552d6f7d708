package io.taktstrom.benchmarks.opcua;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.ads.Programs;

/** The programs that an OPC UA experiment starts. */
final class OpcUaPrograms {

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

    /** Whether there is a Python with asyncua. */
    static boolean hasAsyncua() {
        return System.getenv("TAKT_PYTHON") != null;
    }

    static List<String> asyncua(String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                String.valueOf(System.getenv("TAKT_PYTHON")),
                Path.of("connector-benchmarks", "src", "main", "python", script).toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
