package io.taktstrom.benchmarks.profile;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.opcua.OpcUaPrograms;
import io.taktstrom.benchmarks.program.ServerProcess;
import io.taktstrom.benchmarks.s7.S7Programs;

/** What the connectors besides ADS do for a read of one value, one after the other: pictures, and no figures. */
public final class ConnectorProfiles implements Experiment {

    /** Waiting for the device uses no processor time, and beginning does: long enough for a few hundred samples of reads. */
    private static final long MILLIS = 10_000;

    @Override
    public String name() {
        return "profiles";
    }

    @Override
    public String title() {
        return "where the processor time of a read goes, S7 and OPC UA; ./takt bench profile draws it";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws IOException {
        if (System.getenv("TAKT_ASYNC_PROFILER") == null) {
            progress.println("  left out: TAKT_ASYNC_PROFILER is not set; ./takt bench profile sets it");
            return Map.of();
        }
        Recordings recordings = Recordings.lasting(MILLIS);
        try (ServerProcess cpu = S7Programs.serve()) {
            for (String backend : List.of("java", "plc4j")) {
                progress.println("  s7, " + backend);
                recordings.nativeFrames("s7-" + backend, S7Programs.reading(cpu.uri() + "&backend=" + backend));
            }
        }
        try (ServerProcess server = OpcUaPrograms.serveCounting(1, 0)) {
            progress.println("  opcua");
            recordings.nativeFrames("opcua", OpcUaPrograms.reading(server.uri()));
        }
        return Map.of();
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        return List.of();
    }
}
