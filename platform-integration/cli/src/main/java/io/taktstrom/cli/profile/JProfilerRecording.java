package io.taktstrom.cli.profile;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import com.jprofiler.api.controller.Controller;
import com.jprofiler.api.controller.ProbeRecordingOptions;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import org.jspecify.annotations.Nullable;

/**
 * JProfiler's recording of methods and sockets, with bookmarks for what happens to connections; saved at the end. Does nothing in
 * a process without its agent. One thread.
 */
public final class JProfilerRecording implements AutoCloseable {

    private final @Nullable Path snapshot;
    private final Map<String, Long> reconnects = new HashMap<>();

    private JProfilerRecording(@Nullable Path snapshot) {
        this.snapshot = snapshot;
    }

    /**
     * Starts to record.
     *
     * @param snapshot where it is saved at the end; null for nowhere
     */
    public static JProfilerRecording start(@Nullable Path snapshot) {
        Controller.startCPURecording(true);
        // A round trip is in the socket.
        Controller.startProbeRecording(Controller.PROBE_NAME_SOCKET, ProbeRecordingOptions.NONE);
        Controller.addBookmark("takt runs");
        return new JProfilerRecording(snapshot);
    }

    /** Adds a bookmark for each connection that has reconnected since the last call. */
    public void markReconnects(RunningDeployment running) {
        for (RunningConnection connection : running.connections()) {
            long now = connection.managed().reconnects();
            Long before = reconnects.put(connection.name(), now);
            if (before != null && now > before) {
                Controller.addBookmark(connection.name() + " has reconnected");
            }
        }
    }

    @Override
    public void close() {
        Controller.addBookmark("takt stops");
        Controller.stopProbeRecording(Controller.PROBE_NAME_SOCKET);
        Controller.stopCPURecording();
        if (snapshot != null) {
            Controller.saveSnapshot(snapshot.toFile());
        }
    }
}
