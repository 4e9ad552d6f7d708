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
 * Starts JProfiler's recording of methods and sockets, marks in it what happens to connections, and saves it at the end. Does nothing in a
 * process without its agent. One thread.
 */
public final class Bookmarks implements AutoCloseable {

    private final @Nullable Path snapshot;
    private final Map<String, Long> reconnects = new HashMap<>();

    private Bookmarks(@Nullable Path snapshot) {
        this.snapshot = snapshot;
        Controller.startCPURecording(true);
        // A round trip is in the socket.
        Controller.startProbeRecording(Controller.PROBE_NAME_SOCKET, ProbeRecordingOptions.NONE);
        Controller.addBookmark("takt runs");
    }

    /**
     * Starts recording.
     *
     * @param snapshot where it is saved in the end; null for nowhere
     */
    public static Bookmarks begin(@Nullable Path snapshot) {
        return new Bookmarks(snapshot);
    }

    /** Marks the connections that have come back since the last look. */
    public void look(RunningDeployment running) {
        for (RunningConnection connection : running.connections()) {
            long now = connection.managed().reconnects();
            Long before = reconnects.put(connection.name(), now);
            if (before != null && now > before) {
                Controller.addBookmark(connection.name() + " is connected again");
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
