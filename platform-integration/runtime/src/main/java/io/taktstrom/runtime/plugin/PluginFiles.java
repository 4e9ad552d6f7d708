package io.taktstrom.runtime.plugin;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.TrustedFile;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.StageProvider;
import org.jspecify.annotations.Nullable;

/**
 * The jars of one plug-in, checked before any code of theirs runs.
 *
 * @param from the jar, or the folder of jars
 * @param jars in order, without links
 * @param version of the jar that names the providers
 */
record PluginFiles(Path from, List<Path> jars, String version) {

    private static final List<Class<?>> SERVICES = List.of(
            ConnectorProvider.class,
            SinkProvider.class,
            StageProvider.class,
            CommandSourceProvider.class,
            AlarmReceiverProvider.class);

    /** @param folder that of all plug-ins, which has been checked */
    static PluginFiles of(Path from, Path folder) throws PluginException {
        List<Path> jars = new ArrayList<>();
        String version = "";
        boolean provides = false;
        for (Path jar : listed(from)) {
            Path real = checked(jar, folder);
            try (JarFile open = new JarFile(real.toFile())) {
                Manifest manifest = open.getManifest();
                Attributes main = manifest == null ? new Attributes() : manifest.getMainAttributes();
                if (main.getValue(Attributes.Name.CLASS_PATH) != null) {
                    throw new PluginException(
                            "the manifest of " + jar.getFileName() + " has a Class-Path, by which code from"
                                    + " elsewhere would be loaded; put libraries beside it, in a folder of the plug-in's own");
                }
                if (provides(open)) {
                    provides = true;
                    requireVersion(main.getValue(Providers.MANIFEST_ENTRY));
                    String said = main.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
                    version = said == null ? "" : said;
                }
            } catch (IOException e) {
                throw new PluginException(jar.getFileName() + " is not a readable jar: " + e.getMessage(), e);
            }
            jars.add(real);
        }
        if (!provides) {
            throw new PluginException("it does not say what it brings: no jar of it has a file META-INF/services/"
                    + String.join(", ", SERVICES.stream().map(Class::getName).toList())
                    + " that names a provider");
        }
        return new PluginFiles(from, jars, version);
    }

    private static List<Path> listed(Path from) throws PluginException {
        if (!Files.isDirectory(from)) {
            return List.of(from);
        }
        try (Stream<Path> all = Files.list(from)) {
            List<Path> jars =
                    all.filter(jar -> jar.toString().endsWith(".jar")).sorted().toList();
            if (jars.isEmpty()) {
                throw new PluginException("it contains no jar");
            }
            return jars;
        } catch (IOException e) {
            throw new PluginException("it cannot be read: " + e, e);
        }
    }

    private static Path checked(Path jar, Path folder) throws PluginException {
        try {
            Path real = jar.toRealPath();
            if (!real.startsWith(folder.toRealPath())) {
                throw new PluginException(jar.getFileName() + " is a link out of the folder, to " + real
                        + "; copy the file here instead");
            }
            return TrustedFile.require(real, folder);
        } catch (IOException e) {
            throw new PluginException(String.valueOf(e.getMessage()), e);
        }
    }

    private static boolean provides(JarFile jar) {
        return SERVICES.stream().anyMatch(service -> jar.getEntry("META-INF/services/" + service.getName()) != null);
    }

    private static void requireVersion(@Nullable String said) throws PluginException {
        String wanted = Providers.MANIFEST_ENTRY + ": " + Providers.SPI_VERSION;
        if (said == null) {
            throw new PluginException(
                    "its manifest does not say for which version of the SPI it was made; build it with the" + " entry '"
                            + wanted + "'");
        }
        if (!said.strip().equals(String.valueOf(Providers.SPI_VERSION))) {
            throw new PluginException("it was made for version " + said.strip() + " of the SPI, and this is version "
                    + Providers.SPI_VERSION
                    + "; take the plug-in that was made for this one, or a Taktstrom that fits it");
        }
    }

    /** Loads the classes and asks what they bring. */
    Plugin load() throws PluginException {
        List<URL> urls = new ArrayList<>();
        try {
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
        } catch (IOException e) {
            throw new PluginException(String.valueOf(e.getMessage()), e);
        }
        String name = from.getFileName().toString();
        PluginLoader loader = new PluginLoader(name, urls, PluginFiles.class.getClassLoader());
        InPlugin plugin = new InPlugin(loader, name);
        try {
            return new Plugin(from, version, plugin.call(() -> providers(loader, plugin)));
        } catch (Throwable e) {
            // Whatever foreign code throws while it is loaded: it is left out, the rest works on.
            Fatal.rethrow(e);
            try {
                loader.close();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            Throwable cause = e instanceof ServiceConfigurationError && e.getCause() != null ? e.getCause() : e;
            throw new PluginException(
                    cause instanceof LinkageError lacking
                            ? plugin.lacking(lacking)
                            : "its provider cannot be used: " + cause,
                    e);
        }
    }

    private static Providers providers(ClassLoader loader, InPlugin plugin) {
        Providers found = new Providers(
                each(ConnectorProvider.class, loader, plugin::connector),
                each(SinkProvider.class, loader, plugin::sink),
                each(StageProvider.class, loader, plugin::stage),
                each(CommandSourceProvider.class, loader, plugin::commandSource),
                List.of(),
                each(AlarmReceiverProvider.class, loader, plugin::alarmReceiver),
                "");
        if (found.connectors().isEmpty()
                && found.sinks().isEmpty()
                && found.stages().isEmpty()
                && found.commandSources().isEmpty()
                && found.alarmReceivers().isEmpty()) {
            throw new IllegalStateException("its files in META-INF/services name no class");
        }
        return found;
    }

    private static <P> List<P> each(Class<P> type, ClassLoader loader, UnaryOperator<P> inPlugin) {
        return ServiceLoader.load(type, loader).stream()
                .map(ServiceLoader.Provider::get)
                .map(inPlugin)
                .toList();
    }
}
