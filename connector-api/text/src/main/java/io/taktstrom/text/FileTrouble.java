package io.taktstrom.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something cannot be done with a file, in words: of many file errors the message is the path alone. */
public final class FileTrouble {

    private FileTrouble() {}

    /** The reason, without the path. */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied; it is not this user's to read or write";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is there already";
        }
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? e.getClass().getSimpleName() : reason;
    }

    /** The file that it is about, and the reason. */
    public static String inWords(FileSystemException e) {
        String file = e.getFile();
        return file == null || file.isEmpty() ? reason(e) : file + ": " + reason(e);
    }
}
