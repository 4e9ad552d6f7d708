package io.taktstrom.kit;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A file that may be loaded as code, or a folder that holds our data: only its owner can change it, or put another in its place, and its owner is root
 * or who runs this process. Checked are owner and mode of the file behind all links, and of each folder above it. Others may
 * write to a folder if it is sticky, as /tmp is: what is in it can then be moved by its owner alone, which is checked too.
 *
 * <p>Where files have no POSIX mode, as on Windows, only that the path is absolute and the file there.
 */
public final class TrustedFile {

    private static final long ROOT = 0;
    private static final int GROUP_WRITE = 0020;
    private static final int OTHERS_WRITE = 0002;
    private static final int OTHERS_ANYTHING = 0077;
    private static final int STICKY = 01000;
    private static final int MODE_BITS = 07777;

    /**
     * What the file or folder is for, in messages.
     *
     * @param verb what is not done with it
     * @param harm what others could have put there
     * @param remedy besides another mode
     */
    private record Use(String verb, String harm, String remedy) {}

    private static final Use CODE = new Use("loaded", "code", "copy what is to be loaded to a folder of root's");
    private static final Use DATA = new Use("used", "files", "name another folder");

    private TrustedFile() {}

    /**
     * The file itself, without links, to be loaded by this name.
     *
     * @param below a folder that is trusted, as are those above it; null for none
     * @throws IOException which file or folder is not to be trusted, why, and what helps
     */
    public static Path require(Path file, @Nullable Path below) throws IOException {
        Path real = real(file);
        if (!Files.isRegularFile(real)) {
            throw new IOException("it is not a file");
        }
        return checked(real, below, CODE);
    }

    /**
     * The same for a folder: no other user can put a file into it.
     *
     * @throws IOException which folder is not to be trusted, why, and what helps
     */
    public static Path requireFolder(Path folder, @Nullable Path below) throws IOException {
        Path real = real(folder);
        if (!Files.isDirectory(real)) {
            throw new IOException("it is not a folder");
        }
        return checked(real, below, CODE);
    }

    /**
     * A folder of files that we write: only its owner can put a file into it. Folders above it are not checked.
     *
     * @throws IOException why the folder is not to be trusted, and what helps
     */
    public static void requireDataFolder(Path folder) throws IOException {
        Path real = real(folder.toAbsolutePath());
        checked(real, real.getParent(), DATA);
    }

    /**
     * A folder that we have just made in the temporary one: only we may enter it, and no other user can move it.
     *
     * @throws IOException when others could
     */
    public static void requireOwnFolder(Path folder) throws IOException {
        Path parent = real(folder).getParent();
        if (parent == null || !hasModes()) {
            return;
        }
        int mode = (int) Files.getAttribute(folder, "unix:mode") & MODE_BITS;
        int above = (int) Files.getAttribute(parent, "unix:mode") & MODE_BITS;
        if ((mode & OTHERS_ANYTHING) != 0) {
            throw refused(folder, mode, "can be entered by others", CODE, "name another folder by -Djava.io.tmpdir");
        }
        if ((above & (GROUP_WRITE | OTHERS_WRITE)) != 0 && (above & STICKY) == 0) {
            throw refused(
                    parent,
                    above,
                    "can be written by others and is not sticky",
                    CODE,
                    "chmod +t " + parent + ", or name another folder by -Djava.io.tmpdir");
        }
    }

    private static boolean hasModes() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    }

    private static Path real(Path path) throws IOException {
        if (!path.isAbsolute()) {
            throw new IOException("the path is not absolute");
        }
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new IOException("it cannot be looked at: " + e, e);
        }
    }

    private static Path checked(Path real, @Nullable Path below, Use use) throws IOException {
        if (hasModes()) {
            Path end = below == null ? null : below.toRealPath();
            for (Path part = real; part != null && !part.equals(end); part = part.getParent()) {
                check(part, use);
            }
        }
        return real;
    }

    private static void check(Path part, Use use) throws IOException {
        int owner = (int) Files.getAttribute(part, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        int group = (int) Files.getAttribute(part, "unix:gid", LinkOption.NOFOLLOW_LINKS);
        int mode = (int) Files.getAttribute(part, "unix:mode", LinkOption.NOFOLLOW_LINKS) & MODE_BITS;
        boolean byOthers = (mode & OTHERS_WRITE) != 0;
        boolean keepsWhatIsOthers = (mode & STICKY) != 0 && Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS);
        if (!keepsWhatIsOthers && (byOthers || ((mode & GROUP_WRITE) != 0 && group != ROOT))) {
            throw refused(
                    part,
                    mode,
                    "can be written by " + (byOthers ? "everybody" : "its group"),
                    use,
                    "chmod go-w " + part + ", or " + use.remedy);
        }
        if (owner != ROOT && owner != us()) {
            throw refused(
                    part,
                    mode,
                    "belongs to another user (" + owner + ")",
                    use,
                    "have it belong to root, or to the user that runs this");
        }
    }

    /** Linux says; elsewhere a home folder belongs to its user. */
    private static int us() throws IOException {
        Path self = Path.of("/proc/self");
        Path ours = Files.exists(self) ? self : Path.of(System.getProperty("user.home", "/"));
        return (int) Files.getAttribute(ours, "unix:uid");
    }

    private static IOException refused(Path part, int mode, String why, Use use, String remedy) {
        return new IOException("it is not " + use.verb + ", because " + part + " (mode " + String.format("%04o", mode)
                + ") " + why + ", who could have put other " + use.harm + " there; " + remedy);
    }
}
