package io.taktstrom.cli;

import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.deployment.text.TextFile;

/** The text of a simulator's model. */
final class ModelFile {

    private static final long MAX_BYTES = 16L << 20;

    private ModelFile() {}

    /**
     * Reads a file.
     *
     * @param atHand the models that need no file, for the message
     * @throws InvalidFileException when it is not there, no text, or too large for any model
     */
    static String read(Path file, String atHand) {
        if (Files.notExists(file)) {
            throw new InvalidFileException(file + ": there is no such file; " + atHand);
        }
        try {
            return TextFile.read(file, MAX_BYTES);
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(file + ": " + e.getMessage() + "; " + e.hint());
        }
    }
}
