package io.taktstrom.cli.profile;

import java.util.HashMap;
import java.util.Map;

import com.jprofiler.api.controller.Controller;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;

/** Starts JProfiler's recording, and marks in it what happens to connections. Does nothing in a process without its agent. One thread. */
public final class Bookmarks implements AutoCloseable {

    private final Map<String, Long> reconnects = new HashMap<>();

    private Bookmarks() {
        Controller.startCPURecording(true);
        Controller.addBookmark("takt runs");
    }

    public static Bookmarks begin() {
        return new Bookmarks();
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
        Controller.stopCPURecording();
    }
}
