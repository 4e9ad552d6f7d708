package io.taktstrom.spring.config;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** The application cannot start, for reasons that an operator can mend. Shown without a stack trace. */
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String what;
    private final List<String> problems;
    private final String remedy;

    /**
     * @param what does not work, and where
     * @param problems what is wrong, and what to do about each; may be empty
     * @param remedy what to do about all of it
     */
    public StartFailure(String what, List<String> problems, String remedy, @Nullable Throwable cause) {
        super(problems.isEmpty() ? what + "; " + remedy : what + ": " + String.join(" | ", problems), cause);
        this.what = what;
        this.problems = List.copyOf(problems);
        this.remedy = remedy;
    }

    /** For people, a line for each problem. */
    String description() {
        StringBuilder text = new StringBuilder(what).append(problems.isEmpty() ? "." : ":\n");
        problems.forEach(problem -> text.append("\n    ").append(problem));
        return text.toString();
    }

    String remedy() {
        return remedy;
    }
}
