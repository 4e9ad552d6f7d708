package io.taktstrom.cli;

/** A file that the user gave cannot be used. The message is for the user, a line per problem. */
final class InvalidFileException extends RuntimeException {

    private static final long serialVersionUID = 1;

    InvalidFileException(String problems) {
        super(problems);
    }
}
