package io.taktstrom.ads.adstojava;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

import io.taktstrom.ads.adslib.LibraryFile;
import io.taktstrom.ads.adslib.UnusableLibraryException;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of AdsToJava once more, for us alone, even if they are on the class path: so its library is found
 * wherever it is, and its listeners are ours only. Never closed: native libraries stay.
 */
final class AdsToJavaLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String PACKAGES = "de.beckhoff.jni.";
    private static final String JARS = "TcJavaToAds-3*.jar";
    private static final String LIBRARY = "AdsToJava-3";

    private final URL source;
    private final Path library;

    private AdsToJavaLoader(URL source, Path library) {
        super("adstojava", new URL[] {source}, AdsToJavaLoader.class.getClassLoader());
        this.source = source;
        this.library = library;
    }

    /** @param file see {@link AdsToJavaBinding#load} */
    static AdsToJavaLoader of(String file) throws UnusableLibraryException {
        Path library = Path.of(file);
        URL source = beside(library);
        if (source == null) {
            source = onClassPath();
        }
        if (source == null) {
            throw new UnusableLibraryException(
                    "the classes of AdsToJava are neither in its folder, as " + JARS + ", nor on the class path", null);
        }
        return new AdsToJavaLoader(source, library);
    }

    private static @Nullable URL beside(Path library) throws UnusableLibraryException {
        Path folder = library.getParent();
        if (folder == null) {
            return null;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, JARS)) {
            for (Path jar : jars) {
                return LibraryFile.require(jar).toUri().toURL();
            }
            return null;
        } catch (IOException e) {
            throw new UnusableLibraryException("cannot look for " + JARS + " beside it: " + e, e);
        }
    }

    private static @Nullable URL onClassPath() {
        try {
            // Not initialised: nothing of AdsToJava runs.
            Class<?> type =
                    Class.forName(PACKAGES + AdsToJava.FUNCTIONS, false, AdsToJavaLoader.class.getClassLoader());
            CodeSource source = type.getProtectionDomain().getCodeSource();
            return source == null ? null : source.getLocation();
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Where the classes come from, for messages. */
    URL source() {
        return source;
    }

    String library() {
        return library.toString();
    }

    /** Its own packages from the source, everything else from our class path. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PACKAGES)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    /** What {@code System.loadLibrary} asks, called by AdsToJava. */
    @Override
    protected @Nullable String findLibrary(String name) {
        return name.equals(LIBRARY) ? library.toString() : null;
    }
}
