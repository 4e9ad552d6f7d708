package io.taktstrom.runtime.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.taktstrom.kit.TrustedFile;
import io.taktstrom.spi.Providers;

/**
 * The plug-ins of some folders. A broken one does not affect the others: it is left out, with the reason.
 *
 * <pre>{@code
 * Plugins plugins = Plugins.load(Providers.ofClassPath(), List.of(Path.of("/opt/takt/plugins")), "put its jar there");
 * plugins.broken().forEach(System.err::println);
 * Connection connection = plugins.providers().connector("modbus").connect(...);
 * }</pre>
 *
 * <p>What it loads stays loaded for as long as the process lives. Immutable.
 */
public final class Plugins {

    private final Providers builtIn;
    private final List<Plugin> loaded;
    private final List<BrokenPlugin> broken;
    private final Providers providers;

    private Plugins(Providers builtIn, List<Plugin> loaded, List<BrokenPlugin> broken, Providers providers) {
        this.builtIn = builtIn;
        this.loaded = List.copyOf(loaded);
        this.broken = List.copyOf(broken);
        this.providers = providers;
    }

    /**
     * Loads what is there. Each file that ends in {@code .jar} and each folder is a plug-in, other files are not.
     *
     * @param builtIn what there is without any; no plug-in can take the place of one of these
     * @param folders those that are not there are passed over
     * @param remedy what to do about a connector, a sink or a stage that is missing, for people
     */
    public static Plugins load(Providers builtIn, List<Path> folders, String remedy) {
        Map<Path, Plugin> found = new LinkedHashMap<>();
        List<BrokenPlugin> broken = new ArrayList<>();
        for (Path folder : new LinkedHashSet<>(folders)) {
            if (Files.exists(folder)) {
                load(folder.toAbsolutePath().normalize(), found, broken);
            }
        }
        List<Plugin> loaded = new ArrayList<>();
        for (Plugin plugin : found.values()) {
            String clash = clash(plugin, builtIn, found.values());
            if (clash.isEmpty()) {
                loaded.add(plugin);
            } else {
                broken.add(new BrokenPlugin(plugin.from(), clash));
            }
        }
        Providers all = builtIn.plus(loaded.stream().map(Plugin::providers).toList(), remedy);
        return new Plugins(builtIn, loaded, broken, all);
    }

    private static void load(Path folder, Map<Path, Plugin> loaded, List<BrokenPlugin> broken) {
        Path real;
        List<Path> entries;
        try {
            real = TrustedFile.requireFolder(folder, null);
            entries = entries(real);
        } catch (IOException e) {
            broken.add(new BrokenPlugin(folder, String.valueOf(e.getMessage())));
            return;
        }
        for (Path entry : entries) {
            try {
                loaded.put(entry, PluginFiles.of(entry, real).load());
            } catch (PluginException e) {
                broken.add(new BrokenPlugin(entry, String.valueOf(e.getMessage())));
            }
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(Plugins::isPlugin).sorted().toList();
        }
    }

    private static boolean isPlugin(Path entry) {
        String name = entry.getFileName().toString();
        return !name.startsWith(".") && (name.endsWith(".jar") || Files.isDirectory(entry));
    }

    /** What this plug-in and another both bring: then neither is loaded, because it is ambiguous. */
    private static String clash(Plugin plugin, Providers builtIn, Iterable<Plugin> all) {
        Set<String> own = names(plugin.providers());
        for (String name : names(builtIn)) {
            if (own.contains(name)) {
                return "it brings the " + name + ", which is built in; remove it";
            }
        }
        for (Plugin other : all) {
            for (String name : names(other.providers())) {
                if (!other.from().equals(plugin.from()) && own.contains(name)) {
                    return "it brings the " + name + ", and so does " + other.from() + "; remove one of them";
                }
            }
        }
        return "";
    }

    private static Set<String> names(Providers providers) {
        Set<String> names = new LinkedHashSet<>();
        providers
                .connectors()
                .forEach(connector ->
                        names.add("connector " + connector.descriptor().scheme()));
        providers.sinks().forEach(sink -> names.add("sink " + sink.descriptor().type()));
        providers
                .stages()
                .forEach(stage -> names.add("stage " + stage.descriptor().type()));
        providers
                .commandSources()
                .forEach(source ->
                        names.add("source of commands " + source.descriptor().type()));
        return names;
    }

    /** What there is without any plug-in. */
    public Providers builtIn() {
        return builtIn;
    }

    /** All that is built in, and what the plug-ins bring. */
    public Providers providers() {
        return providers;
    }

    /** Those that were loaded, by folder and name. */
    public List<Plugin> loaded() {
        return loaded;
    }

    /** Those that were not. */
    public List<BrokenPlugin> broken() {
        return broken;
    }
}
