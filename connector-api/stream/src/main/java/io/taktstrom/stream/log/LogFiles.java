package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.taktstrom.kit.PrivateFiles;

/** How a log opens its files; a test gives channels that fill up, break, or forget what was not forced. */
@FunctionalInterface
interface LogFiles {

    LogFiles SYSTEM = (path, isNew) -> isNew
            ? PrivateFiles.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)
            : PrivateFiles.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);

    /** For reading and writing. */
    FileChannel open(Path path, boolean isNew) throws IOException;

    /** Sees to it that a file that was made or deleted stays so; where a system cannot open folders, it does so by itself. */
    static void forceFolder(Path folder) {
        try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
            names.force(true);
        } catch (IOException e) {
            // Windows. A file whose name is lost is missed at the next start, by its numbers.
            System.getLogger(LogFiles.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot force the folder " + folder, e);
        }
    }
}
