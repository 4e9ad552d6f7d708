package io.taktstrom.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files by which the system describes itself.
 *
 * @param root {@code /}, but for tests
 */
record SystemFiles(Path root) {

    /** The text of a file, stripped; empty when it cannot be read. */
    String read(String path) {
        try {
            return Files.readString(root.resolve(path)).strip();
        } catch (IOException e) {
            return "";
        }
    }

    boolean has(String path) {
        return Files.exists(root.resolve(path));
    }

    /** A number that is all of a file, or a default. */
    long number(String path, long otherwise) {
        try {
            return Long.parseLong(read(path));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
