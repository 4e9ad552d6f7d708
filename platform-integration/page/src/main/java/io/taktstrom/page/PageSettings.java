package io.taktstrom.page;

import java.net.InetAddress;
import java.util.Objects;

import io.taktstrom.page.access.Logins.AccessFiles;
import org.jspecify.annotations.Nullable;

/**
 * How a page is served.
 *
 * @param address where it listens; beyond this machine only with users
 * @param port 0 takes one that is free
 * @param title what runs, for people
 * @param writeToken who knows it may write through the deployment's commands; null for no one
 * @param users whose users and certificate it has; null for a page of this machine without either
 * @param usersWrite whether users whose role permits it may write through the deployment's commands
 */
public record PageSettings(
        InetAddress address,
        int port,
        String title,
        @Nullable String writeToken,
        @Nullable AccessFiles users,
        boolean usersWrite) {

    /** The default port. */
    public static final int STANDARD_PORT = 8470;

    /** A token must be as long as those of other ways to command. */
    private static final String TOKEN = "[!-~]{16,500}";

    public PageSettings {
        Objects.requireNonNull(address, "address");
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " of the page must be 0 to 65535");
        }
        if (writeToken != null && !writeToken.matches(TOKEN)) {
            throw new IllegalArgumentException("the token to write must be 16 to 500 visible ASCII characters");
        }
        if (users == null && !address.isLoopbackAddress()) {
            throw new IllegalArgumentException("a page beyond this machine needs users and a certificate");
        }
    }

    /** Of this machine, without users. */
    public PageSettings(int port, String title, @Nullable String writeToken) {
        this(InetAddress.getLoopbackAddress(), port, title, writeToken, null, false);
    }

    /** Without writing. */
    public static PageSettings readOnly(int port, String title) {
        return new PageSettings(port, title, null);
    }

    @Override
    public String toString() {
        return title + " on port " + port + (writeToken == null && !usersWrite ? "" : ", for writing too");
    }
}
