package io.taktstrom.page;

import java.util.function.Consumer;

/** What an administrator may have done from the page. Thread-safe. */
public interface PageActions {

    /**
     * Reads the deployment file again, and applies the differences. Does not block.
     *
     * @param onDone told once, for people, what came of it
     */
    void reload(Consumer<String> onDone);
}
