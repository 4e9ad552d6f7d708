package io.taktstrom.cli.shell;

/** Exit codes of commands. */
public final class ExitCode {

    /** Success. */
    public static final int GOOD = 0;
    /** The work failed. */
    public static final int FAILED = 1;
    /** Wrong use, an invalid file, or a deployment that cannot start as it is. */
    public static final int WRONG_USE = 2;

    private ExitCode() {}

    public static int of(boolean good) {
        return good ? GOOD : FAILED;
    }
}
