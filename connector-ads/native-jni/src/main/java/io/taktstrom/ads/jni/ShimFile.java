package io.taktstrom.ads.jni;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import io.taktstrom.ads.adslib.LibraryFile;
import io.taktstrom.ads.adslib.UnusableLibraryException;

/** Loads the shim, once: the file that a property names, or else the one in this jar. Thread-safe. */
final class ShimFile {

    /** System property: absolute path of the shim. For where nothing in the temporary folder may be executed. */
    static final String PROPERTY = "taktstrom.ads.jni.shim";

    private static final Logger LOG = System.getLogger(ShimFile.class.getName());

    private static boolean loaded;

    private ShimFile() {}

    /** @throws UnusableLibraryException why there is no shim, and what helps */
    static synchronized void load() throws UnusableLibraryException {
        if (loaded) {
            return;
        }
        String path = System.getProperty(PROPERTY, "");
        try {
            if (path.isEmpty()) {
                loadFromJar(resource());
            } else {
                System.load(LibraryFile.require(Path.of(path)).toString());
            }
        } catch (UnsatisfiedLinkError | IOException e) {
            throw new UnusableLibraryException(
                    "its JNI shim cannot be loaded (" + e.getMessage() + "); if nothing in "
                            + System.getProperty("java.io.tmpdir")
                            + " may be executed, copy " + resource() + " from the jar to a safe place and name it by -D"
                            + PROPERTY,
                    e);
        }
        loaded = true;
    }

    private static void loadFromJar(String resource) throws IOException, UnusableLibraryException {
        try (InputStream shim = ShimFile.class.getResourceAsStream(resource)) {
            if (shim == null) {
                throw new UnusableLibraryException(
                        "this jar has no JNI shim for this platform (" + resource
                                + "); build it here with CMake and a C++ compiler, or use backend jna",
                        null);
            }
            // Only we may enter it (mode 0700), so that no other user can replace the file.
            Path folder = Files.createTempDirectory("taktstrom-ads-jni");
            Path file = folder.resolve(fileName());
            try {
                LibraryFile.requireOwnFolder(folder);
                Files.copy(shim, file);
                System.load(file.toString());
            } finally {
                remove(file);
                remove(folder);
            }
        }
    }

    /** What is loaded needs its file no more; only Windows keeps it from being deleted, and it stays there. */
    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "cannot delete " + path, e);
        }
    }

    /** Where the build puts it: {@code /native/linux-x86_64/libtaktstrom-ads-jni.so}. */
    static String resource() {
        String arch = System.getProperty("os.arch", "");
        return "/native/" + os() + "-" + (arch.equals("amd64") ? "x86_64" : arch) + "/" + fileName();
    }

    private static String os() {
        String name = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        return name.startsWith("windows") ? "windows" : name.startsWith("mac") ? "macos" : name;
    }

    private static String fileName() {
        return switch (os()) {
            case "windows" -> "taktstrom-ads-jni.dll";
            case "macos" -> "libtaktstrom-ads-jni.dylib";
            default -> "libtaktstrom-ads-jni.so";
        };
    }
}
