package io.taktstrom.benchmarks.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.paired.WorkerProcess;

/**
 * Runs Java workers while something records them. What is recorded is kept in the folder that {@code TAKT_BENCH_PROFILES}
 * names, for {@code takt profile}; else it is forgotten.
 *
 * @param folder where recordings go
 * @param millis how long a worker works, besides two seconds to become warm
 */
public record Recordings(Path folder, long millis) {

    private static final long WARM_UP_MILLIS = 2_000;
    /** Where Java's options begin in a command. */
    private static final int OPTIONS = 1;

    /** Recordings of workers that work so long. */
    public static Recordings lasting(long millis) throws IOException {
        String kept = System.getenv("TAKT_BENCH_PROFILES");
        Path folder = kept == null ? Files.createTempDirectory("takt-profile") : Files.createDirectories(Path.of(kept));
        return new Recordings(folder, millis);
    }

    /**
     * Java frames, and which of them wait in native code.
     *
     * @param command of a worker in Java
     * @return the file
     */
    public Path flight(String name, List<String> command) throws IOException {
        Path recording = folder.resolve(name + ".jfr");
        record(name, command, "-XX:StartFlightRecording=settings=profile,filename=" + recording, "-Xlog:jfr*=off");
        return recording;
    }

    /**
     * Processor time, native frames included, which Flight Recorder does not see. Needs async-profiler's library, which
     * {@code TAKT_ASYNC_PROFILER} names; without it there is none.
     */
    public void nativeFrames(String name, List<String> command) throws IOException {
        String library = System.getenv("TAKT_ASYNC_PROFILER");
        if (library != null) {
            Path recording = folder.resolve(name + "-native.jfr");
            record(
                    name,
                    command,
                    "-agentpath:" + library + "=start,event=ctimer,interval=1ms,jfr,file=" + recording,
                    "-XX:+UnlockDiagnosticVMOptions",
                    "-XX:+DebugNonSafepoints");
        }
    }

    private void record(String name, List<String> command, String... options) throws IOException {
        List<String> recorded = new ArrayList<>(command);
        recorded.addAll(OPTIONS, List.of(options));
        try (WorkerProcess worker = WorkerProcess.start(name, recorded)) {
            worker.run(WARM_UP_MILLIS);
            worker.run(millis);
        }
    }
}
