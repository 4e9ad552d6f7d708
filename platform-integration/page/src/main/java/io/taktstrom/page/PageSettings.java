package io.taktstrom.page;

import org.jspecify.annotations.Nullable;

/**
 * How a page is served.
 *
 * @param port of 127.0.0.1; 0 takes one that is free
 * @param title what runs, for people
 * @param writeToken who knows it may write through the deployment's commands; null when writing is not allowed
 */
public record PageSettings(int port, String title, @Nullable String writeToken) {

    /** The default port. */
    public static final int STANDARD_PORT = 8470;

    /** A token must be as long as those of other ways to command. */
    private static final String TOKEN = "[!-~]{16,500}";

    public PageSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of the page must be 0 to 65535");
        }
        if (writeToken != null && !writeToken.matches(TOKEN)) {
            throw new IllegalArgumentException("the token to write must be 16 to 500 visible ASCII characters");
        }
    }

    /** Without writing. */
    public static PageSettings readOnly(int port, String title) {
        return new PageSettings(port, title, null);
    }

    @Override
    public String toString() {
        return title + " on port " + port + (writeToken == null ? "" : ", for writing too");
    }
}
