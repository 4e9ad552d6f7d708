package io.taktstrom.cli.shell;

import java.util.List;

/** A file that the user gave cannot be used. */
public final class InvalidFileException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    /** @param problem for the user; parsers quote over several lines, which become one */
    public InvalidFileException(String problem) {
        this(List.of(problem.replaceAll("\\s*\\R\\s*", " ")));
    }

    /** @param problems for the user, a line each */
    public InvalidFileException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    public List<String> problems() {
        return problems;
    }
}
