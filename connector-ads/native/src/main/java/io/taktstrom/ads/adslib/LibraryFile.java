package io.taktstrom.ads.adslib;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.kit.TrustedFile;
import org.jspecify.annotations.Nullable;

/** A {@link TrustedFile} that is a library, or a folder of our own for one. */
public final class LibraryFile {

    private LibraryFile() {}

    /**
     * The file itself, without links, to be loaded by this name.
     *
     * @throws UnusableLibraryException which file or folder is not to be trusted, why, and what helps
     */
    public static Path require(Path file) throws UnusableLibraryException {
        return require(file, null);
    }

    /** @param below a folder that is trusted, as are those above it; null for none */
    static Path require(Path file, @Nullable Path below) throws UnusableLibraryException {
        try {
            return TrustedFile.require(file, below);
        } catch (IOException e) {
            throw new UnusableLibraryException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * A folder that we have just made in the temporary one: only we may enter it, and no other user can move it.
     *
     * @throws UnusableLibraryException when others could
     */
    public static void requireOwnFolder(Path folder) throws UnusableLibraryException {
        try {
            TrustedFile.requireOwnFolder(folder);
        } catch (IOException e) {
            throw new UnusableLibraryException(String.valueOf(e.getMessage()), e);
        }
    }
}
