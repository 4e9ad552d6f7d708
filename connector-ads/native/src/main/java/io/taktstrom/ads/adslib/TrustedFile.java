package io.taktstrom.ads.adslib;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The kit's {@link io.taktstrom.kit.TrustedFile} for libraries, and folders of our own in the temporary one.
 */
public final class TrustedFile {

    private static final int GROUP_WRITE = 0020;
    private static final int OTHERS_WRITE = 0002;
    private static final int OTHERS_ANYTHING = 0077;
    private static final int STICKY = 01000;
    private static final int MODE_BITS = 07777;

    private TrustedFile() {}

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
            return io.taktstrom.kit.TrustedFile.require(file, below);
        } catch (IOException e) {
            throw new UnusableLibraryException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * A folder that we have just made in the temporary one: only we may enter it, and nobody can move it away.
     *
     * @throws UnusableLibraryException when others could
     */
    public static void requireOwnFolder(Path folder) throws UnusableLibraryException {
        try {
            Path parent = folder.toRealPath().getParent();
            if (parent == null
                    || !FileSystems.getDefault().supportedFileAttributeViews().contains("unix")) {
                return;
            }
            int mode = (int) Files.getAttribute(folder, "unix:mode") & MODE_BITS;
            int above = (int) Files.getAttribute(parent, "unix:mode") & MODE_BITS;
            if ((mode & OTHERS_ANYTHING) != 0) {
                throw refused(folder, mode, "can be entered by others", "name another folder by -Djava.io.tmpdir");
            }
            if ((above & (GROUP_WRITE | OTHERS_WRITE)) != 0 && (above & STICKY) == 0) {
                throw refused(
                        parent,
                        above,
                        "can be written by others and is not sticky",
                        "chmod +t " + parent + ", or name another folder by -Djava.io.tmpdir");
            }
        } catch (IOException e) {
            throw new UnusableLibraryException(folder + " cannot be looked at: " + e, e);
        }
    }

    private static UnusableLibraryException refused(Path part, int mode, String why, String remedy) {
        return new UnusableLibraryException(
                "it is not loaded, because " + part + " (mode " + String.format("%04o", mode) + ") " + why
                        + ", who could have put other code there; " + remedy,
                null);
    }
}
