package io.taktstrom.runtime.plugin;

import java.nio.file.Path;

/**
 * A plug-in, or a whole folder of them, that was not loaded.
 *
 * @param from the jar or folder
 * @param problem why, and what to do
 */
public record BrokenPlugin(Path from, String problem) {

    /** On one line. */
    @Override
    public String toString() {
        return "plug-in " + from + " is not loaded: " + problem;
    }
}
