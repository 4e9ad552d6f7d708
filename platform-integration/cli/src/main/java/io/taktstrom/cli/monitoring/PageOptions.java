package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Stack;

import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.page.LivePage;
import io.taktstrom.page.PageSettings;
import io.taktstrom.page.access.Logins.AccessFiles;
import io.taktstrom.page.access.UserFile;
import io.taktstrom.text.TextFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether a page shows the run, and where. */
public final class PageOptions {

    private static final int TOKEN_BYTES = 24;
    private static final long MAX_TOKEN_FILE = 4096;
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--ui",
            arity = "0..1",
            paramLabel = "[HOST:]PORT",
            parameterConsumer = OptionalPort.class,
            description = "Show the run on a page for a browser on this machine: http://127.0.0.1:"
                    + PageSettings.STANDARD_PORT + "/, or the PORT of --ui=PORT; 0 takes a free one. Another HOST needs"
                    + " --ui-users of 'takt run'.")
    private @Nullable HostPort address;

    /** A number or HOST:PORT that follows is the address; anything else is an argument of its own. */
    static final class OptionalPort implements IParameterConsumer {

        @Override
        public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
            String text = args.isEmpty() || !args.peek().matches("\\d+|([^:/\\\\]+|\\[[^]]+]):\\d+")
                    ? String.valueOf(PageSettings.STANDARD_PORT)
                    : args.pop();
            try {
                option.setValue(address(text));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(command.commandLine(), "--ui " + text + ": " + e.getMessage(), e);
            }
        }

        private static HostPort address(String text) {
            if (text.contains(":")) {
                return HostPort.parse(text);
            }
            if (text.length() > 5 || Integer.parseInt(text) > MAX_PORT) {
                throw new IllegalArgumentException("a port is a number from 0 to " + MAX_PORT);
            }
            return HostPort.local(Integer.parseInt(text));
        }
    }

    /** Whether a page is wanted. */
    public boolean isWanted() {
        return address != null;
    }

    /**
     * Takes the port of a page of this machine, if a page is wanted.
     *
     * @param writeToken null when writing is not allowed
     * @throws UsageException when it would be open to the network
     */
    public @Nullable LivePage bind(String title, @Nullable String writeToken, Shell shell) throws IOException {
        return bind(title, writeToken, null, false, shell);
    }

    /**
     * Takes the port, if a page is wanted.
     *
     * @param users null for a page of this machine alone
     * @param usersWrite whether users may write whose role permits it
     */
    @Nullable
    LivePage bind(
            String title, @Nullable String writeToken, @Nullable AccessFiles users, boolean usersWrite, Shell shell)
            throws IOException {
        HostPort wanted = address;
        if (wanted == null) {
            return null;
        }
        if (users == null && !wanted.isLocal()) {
            throw new UsageException(
                    "--ui " + wanted + " would be open to the network; use 127.0.0.1, or let users log in:"
                            + " 'takt run' with --ui-users, --ui-certificate and --ui-key (documentation:"
                            + " how-to/page-for-several-users)");
        }
        PageSettings settings = new PageSettings(
                wanted.socket().getAddress(), wanted.socket().getPort(), title, writeToken, users, usersWrite);
        try {
            return LivePage.bind(settings, EpochNanoClock.system(), shell::note);
        } catch (UserFile.InvalidException e) {
            throw new InvalidFileException("takt: page: " + e.getMessage());
        }
    }

    /** A random token. */
    public static String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * Reads a token from a file.
     *
     * @throws IOException when it cannot be read, or is not a token; the message does not show it
     */
    public static String readToken(Path file) throws IOException {
        try {
            String token = TextFile.read(file, MAX_TOKEN_FILE).strip();
            return new PageSettings(0, "", token).writeToken() == null ? "" : token;
        } catch (TextFile.UnreadableException e) {
            throw new IOException("--ui-token " + file + ": " + e.getMessage() + "; " + e.hint(), e);
        } catch (IllegalArgumentException e) {
            throw new IOException("--ui-token " + file + ": " + e.getMessage(), e);
        }
    }
}
