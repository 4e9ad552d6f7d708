package io.taktstrom.runtime.plugin;

import java.nio.file.Path;

import io.taktstrom.spi.Providers;

/**
 * A plug-in that was loaded.
 *
 * @param from its jar, or the folder of its jars
 * @param version as its manifest says ({@code Implementation-Version}); empty when it does not
 * @param providers what it brings
 */
public record Plugin(Path from, String version, Providers providers) {

    /** Its file's name. */
    public String name() {
        return from.getFileName().toString();
    }
}
