package io.taktstrom.cli.shell;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.runtime.plugin.Plugins;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of this process: those in the folder {@code plugins} beside takt.jar, and those in the folder that
 * {@code --plugins} names, or else {@code TAKT_PLUGINS}. Loaded once, when a command first asks. Thread-safe.
 */
public final class InstalledPlugins {

    public static final String OPTION = "--plugins";
    public static final String VARIABLE = "TAKT_PLUGINS";

    private final List<Path> folders = new ArrayList<>();
    private @Nullable String named;
    private @Nullable Plugins loaded;
    private boolean told;

    /** @param variable what {@link #VARIABLE} says; null when it is not set */
    public InstalledPlugins(@Nullable String variable) {
        named = variable == null || variable.isBlank() ? null : variable;
        Path own = own();
        if (own != null) {
            folders.add(own);
        }
    }

    /** Beside the jar that runs; null where none does. */
    private static @Nullable Path own() {
        CodeSource source = InstalledPlugins.class.getProtectionDomain().getCodeSource();
        try {
            Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            return jar != null && Files.isRegularFile(jar) ? jar.resolveSibling("plugins") : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The folder that the command line names; takes the place of that of the environment. */
    public synchronized void name(String folder) {
        named = folder;
    }

    /** Those there are, with what is built in. */
    public synchronized Plugins plugins() {
        Plugins current = loaded;
        if (current == null) {
            List<Path> all = new ArrayList<>(folders);
            if (named != null) {
                all.add(Path.of(named));
            }
            current = Plugins.load(Providers.ofClassPath(), all, remedy());
            loaded = current;
        }
        return current;
    }

    private String remedy() {
        String own = folders.isEmpty() ? "" : folders.get(0) + ", or into ";
        return "put its plug-in into " + own + "a folder that " + OPTION + " or " + VARIABLE
                + " names; 'takt plugins' lists those there are";
    }

    /** What could not be loaded, told once. */
    public synchronized List<String> news() {
        if (told) {
            return List.of();
        }
        told = true;
        List<String> news = new ArrayList<>();
        if (named != null && !Files.isDirectory(Path.of(named))) {
            news.add(VARIABLE + " names " + named + ", which is not a folder; create it, or unset the variable");
        }
        plugins().broken().forEach(broken -> news.add(broken.toString()));
        return news;
    }
}
