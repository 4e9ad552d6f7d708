package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Folders of files that are to be written. */
final class Folders {

    private Folders() {}

    /** Finds out whether a file could be made in its folder, which need not be there; makes none. */
    static void check(Path file) throws IOException {
        check(file, file.toAbsolutePath().getParent());
    }

    /**
     * Finds out whether files could be made in a folder, which need not be there; makes none.
     *
     * @param file for the message
     */
    static void check(Path file, @Nullable Path wanted) throws IOException {
        Path folder = wanted;
        while (folder != null && !Files.exists(folder)) {
            folder = folder.getParent();
        }
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw nothingCanBeMade(file, folder, null);
        }
    }

    /**
     * Makes a folder with all above it. At the start only: one that goes away later may be a disk that is gone, and its place is
     * on another.
     *
     * @return whether it was not there
     */
    static boolean make(Path file, Path folder) throws IOException {
        if (Files.exists(folder)) {
            return false;
        }
        check(file, folder);
        create(file, folder);
        return true;
    }

    /** Makes the folders between the family's own and its file, which come with their date; not the family's own. */
    static void makeBelow(FileFamily family, Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.exists(folder) && Files.isDirectory(family.root())) {
            create(file, folder);
        }
    }

    private static void create(Path file, Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw nothingCanBeMade(file, folder, e);
        }
    }

    private static IOException nothingCanBeMade(Path file, @Nullable Path folder, @Nullable IOException cause) {
        return new IOException(
                "cannot write " + file + ": nothing can be made in " + folder + "; check the path and its permissions",
                cause);
    }
}
