package io.taktstrom.kit;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

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
