package io.taktstrom.kit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/** Folders of mode 0700 and files of mode 0600, from their first moment on, where the file system knows modes. */
public final class PrivateFiles {

    private PrivateFiles() {}

    private static FileAttribute<?>[] mode(String permissions) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** Makes a folder, and those above it, unless they are there. */
    public static Path folder(Path folder) throws IOException {
        return Files.createDirectories(folder, mode("rwx------"));
    }

    /**
     * Opens a file, never by way of a link; where the options make it, with mode 0600.
     *
     * @throws IOException also when something else than a regular file has its name, as a FIFO, which would block
     */
    public static FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        requireRegular(file);
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        all.add(LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, all, mode("rw-------"));
    }

    /**
     * A file of this name is a regular one, or there is none.
     *
     * @throws IOException what it is, and what to do
     */
    public static void requireRegular(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            String kind = Files.isSymbolicLink(file) ? "a symbolic link" : "not a regular file";
            throw new IOException(file + " is " + kind + "; remove it, or name another place");
        }
    }

    /** Writes a file as a whole or not at all. */
    public static void write(Path file, byte[] content) throws IOException {
        Path part = Files.createTempFile(file.getParent(), "new", ".part", mode("rw-------"));
        try {
            Files.write(part, content);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
