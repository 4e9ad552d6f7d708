package io.taktstrom.ads.adslib;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.taktstrom.spi.InvalidRequestException;

/** Where a native library is looked for. */
final class LibrarySearch {

    /**
     * Beckhoff's libraries by the names they are delivered with: with TwinCAT on Windows, with TC/BSD and Beckhoff RT Linux,
     * by AdsLib's Meson build, by the Python package pyads in its new and old form, by AdsLib's CMake build.
     */
    static final List<String> ADS_LIBRARIES = isWindows()
            ? List.of("TcAdsDll.dll")
            : List.of("libTcAdsDll.so", "libAdsLib.so", "AdsLib.so", "adslib.so", "libads.so");

    private static final List<Path> FOLDERS = isWindows()
            ? folders(
                    "C:\\Program Files (x86)\\Beckhoff\\TwinCAT\\Common64",
                    "C:\\TwinCAT\\Common64",
                    "C:\\Windows\\System32")
            : folders(
                    "/usr/local/lib",
                    "/usr/lib",
                    "/usr/lib/x86_64-linux-gnu",
                    "/usr/lib/aarch64-linux-gnu",
                    "/usr/lib64",
                    "/opt/homebrew/lib");

    private LibrarySearch() {}

    private static boolean isWindows() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
    }

    private static List<Path> folders(String... paths) {
        List<Path> folders = new ArrayList<>();
        for (String path : paths) {
            folders.add(Path.of(path));
        }
        return List.copyOf(folders);
    }

    /**
     * What to try, the best first: the given file, or each name in each folder where it is there; then those of
     * {@code java.library.path}. Nothing is left to the system's loader, which takes whatever the environment names: each
     * candidate is a file, and is {@linkplain LibraryFile checked}.
     *
     * @param library the option; empty to look for one
     */
    static List<String> candidates(String library, List<String> names) throws InvalidRequestException {
        if (!library.isEmpty()) {
            return List.of(given(library));
        }
        List<String> candidates = new ArrayList<>();
        for (String name : names) {
            for (Path folder : FOLDERS) {
                if (Files.isRegularFile(folder.resolve(name))) {
                    candidates.add(folder.resolve(name).toString());
                }
            }
        }
        for (String name : names) {
            for (Path folder : named(System.getProperty("java.library.path", ""))) {
                String candidate = folder.resolve(name).toString();
                if (Files.isRegularFile(folder.resolve(name)) && !candidates.contains(candidate)) {
                    candidates.add(candidate);
                }
            }
        }
        return candidates;
    }

    private static List<Path> named(String paths) {
        List<Path> folders = new ArrayList<>();
        for (String path : paths.split(File.pathSeparator, -1)) {
            if (!path.isEmpty() && Path.of(path).isAbsolute()) {
                folders.add(Path.of(path));
            }
        }
        return folders;
    }

    private static String given(String library) throws InvalidRequestException {
        Path path = Path.of(library);
        if (!path.isAbsolute() || !Files.isRegularFile(path)) {
            throw new InvalidRequestException(
                    "library " + library + ": "
                            + (path.isAbsolute() ? "file not found" : "the path is not absolute")
                            + "; give the absolute path of Beckhoff's library, or leave the option empty to have it looked for");
        }
        return path.toString();
    }

    /** For messages. */
    static String folders() {
        return String.join(", ", FOLDERS.stream().map(Path::toString).toList()) + " and java.library.path";
    }
}
