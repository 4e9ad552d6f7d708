package io.taktstrom.testkit;

import java.util.HashMap;
import java.util.Map;

/** Options of a sink, or of a source of commands, as a deployment file would state them. */
public final class TestOptions {

    private TestOptions() {}

    /**
     * What all tests of a class state, and what one states more, or otherwise.
     *
     * @param more names and values in turn
     */
    public static Map<String, String> of(Map<String, String> usual, String... more) {
        Map<String, String> options = new HashMap<>(usual);
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }
}
