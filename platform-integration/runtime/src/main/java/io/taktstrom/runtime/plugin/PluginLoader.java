package io.taktstrom.runtime.plugin;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads one plug-in's classes: those of the SPI, the kit, the formats of sinks and the logging facade from the host, those of the JDK from the JDK,
 * all others from the plug-in's own jars. So neither its libraries nor ours are in each other's way. Thread-safe.
 */
final class PluginLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final List<String> SHARED = List.of(
            "io.taktstrom.command.",
            "io.taktstrom.data.",
            "io.taktstrom.descriptor.",
            "io.taktstrom.kit.",
            "io.taktstrom.model.",
            "io.taktstrom.sink.",
            "io.taktstrom.sinks.file.",
            "io.taktstrom.sinks.format.",
            "io.taktstrom.sinks.message.",
            "io.taktstrom.sinks.tls.",
            "io.taktstrom.spi.",
            "io.taktstrom.stage.",
            "org.jspecify.annotations.",
            "org.slf4j.");

    private final ClassLoader host;

    PluginLoader(String name, List<URL> jars, ClassLoader host) {
        super("takt-plugin-" + name, jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        this.host = host;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) {
            try {
                return host.loadClass(name);
            } catch (ClassNotFoundException e) {
                // A host without logging, or with an older kit: the plug-in may bring its own.
            }
        }
        return super.loadClass(name, resolve);
    }
}
