package io.taktstrom.cli.plant;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;

/** What takt must never write into its log. */
public final class Failures {

    private static final Pattern NEVER = Pattern.compile(
            ".*(internal error|OutOfMemoryError|NullPointerException|IndexOutOfBounds|IllegalStateException|Exception in thread).*");

    private Failures() {}

    public static void inLog(TaktRun takt, List<String> wrong) throws IOException {
        takt.process()
                .err()
                .lines()
                .filter(line -> NEVER.matcher(line).matches())
                .findFirst()
                .ifPresent(line -> wrong.add("the log says: " + line));
    }
}
