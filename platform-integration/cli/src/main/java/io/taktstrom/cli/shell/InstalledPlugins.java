package io.taktstrom.cli.shell;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.taktstrom.runtime.plugin.Plugins;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of this process: those in the folder {@code plugins} beside takt.jar, and those in the folder that
 * {@code --plugins} names, or else {@code TAKT_PLUGINS}. Loaded once, at the first use. Thread-safe.
 */
public final class InstalledPlugins {

    public static final String OPTION = "--plugins";
    public static final String VARIABLE = "TAKT_PLUGINS";

    private final @Nullable Path beside = besideTheJar();
    private @Nullable String named;
    private @Nullable Plugins loaded;
    private boolean reported;

    /** @param variable the value of {@link #VARIABLE}; null when it is not set */
    public InstalledPlugins(@Nullable String variable) {
        named = variable == null || variable.isBlank() ? null : variable;
    }

    /** Null where no jar runs. */
    private static @Nullable Path besideTheJar() {
        CodeSource source = InstalledPlugins.class.getProtectionDomain().getCodeSource();
        try {
            Path jar = source == null ? null : Path.of(source.getLocation().toURI());
            return jar != null && Files.isRegularFile(jar) ? jar.resolveSibling("plugins") : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    /** The folder of the command line, in place of that of the environment. */
    public synchronized void setFolder(String folder) {
        named = folder;
    }

    /** The folder that is named. */
    public synchronized Optional<String> folder() {
        return Optional.ofNullable(named);
    }

    /** All of them, with what is built in. */
    public synchronized Plugins plugins() {
        if (loaded == null) {
            List<Path> folders = Stream.of(beside, named == null ? null : Path.of(named))
                    .filter(Objects::nonNull)
                    .toList();
            loaded = Plugins.load(
                    Providers.ofClassPath(),
                    folders,
                    "put its plug-in into " + (beside == null ? "" : beside + ", or into ") + "a folder that " + OPTION
                            + " or " + VARIABLE + " names; 'takt plugins' lists all");
        }
        return loaded;
    }

    /** What could not be loaded; empty after the first call. */
    public synchronized List<String> problems() {
        if (reported) {
            return List.of();
        }
        reported = true;
        List<String> problems = new ArrayList<>();
        if (named != null && !Files.isDirectory(Path.of(named))) {
            problems.add(VARIABLE + " names " + named + ", which is not a folder; create it, or unset the variable");
        }
        plugins().broken().forEach(broken -> problems.add(broken.toString()));
        return problems;
    }
}
