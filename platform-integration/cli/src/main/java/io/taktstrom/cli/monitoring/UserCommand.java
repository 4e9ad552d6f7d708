package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.SecretInput;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.page.access.PageUser;
import io.taktstrom.page.access.Passwords;
import io.taktstrom.page.access.Role;
import io.taktstrom.page.access.UserFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt user}: the file of users that {@code takt run --ui-users} reads. */
@Command(
        name = "user",
        synopsisSubcommandLabel = "ACTION",
        description = "Manage the users of the page of 'takt run --ui', in a file. A run that uses it reads it again.",
        footer = {"", "Example:", "  takt user add page.users olga --role operator"})
public final class UserCommand extends ShellCommand {

    /** Work on a file of users. */
    @FunctionalInterface
    private interface Work<T> {
        T of(Path file) throws IOException;
    }

    /** @throws InvalidFileException when the file is not as it must be */
    private static <T> T in(Path file, Work<T> work) throws IOException {
        try {
            return work.of(file);
        } catch (UserFile.InvalidException e) {
            throw new InvalidFileException("takt: " + e.getMessage());
        }
    }

    @Command(
            name = "add",
            description = {
                "Add a user, or give one another password or role. The file is made when it is not there, with mode 0600.",
                "",
                "The password has " + Passwords.MIN_LENGTH
                        + " characters at least; its bcrypt hash is in the file. Sessions of"
                        + " the user end when the line changes."
            },
            footer = {
                "",
                "Examples:",
                "  takt user add page.users olga --role operator",
                "  takt user add page.users eva --role admin --password '$${env:PW}'"
            })
    int add(
            @Parameters(index = "0", paramLabel = "FILE", description = "The file of users.") Path file,
            @Parameters(index = "1", paramLabel = "NAME", description = "The name to log in with.") String name,
            @Option(
                            names = "--role",
                            paramLabel = "ROLE",
                            required = true,
                            description =
                                    "What the user may do: ${COMPLETION-CANDIDATES}. An operator writes what the file"
                                            + " lists as writable; an admin reloads, too.")
                    Role role,
            @Option(
                            names = "--password",
                            paramLabel = "REF",
                            description =
                                    "Where the password is: '$${env:NAME}' or '$${file:PATH}'; without it, you are asked.")
                    @Nullable
                    String password)
            throws IOException {
        String given = password == null ? asked(name) : UsageException.check(() -> SecretInput.resolve(password));
        PageUser user = UsageException.check(() -> new PageUser(name, role, Passwords.hash(given)));
        in(file, path -> {
            UserFile.put(path, user);
            return path;
        });
        out().println(file + " has " + user);
        return ExitCode.GOOD;
    }

    private String asked(String name) throws IOException {
        String first = SecretInput.ask(shell.terminal(), "Password of " + name + ": ");
        if (!first.equals(SecretInput.ask(shell.terminal(), "The same again: "))) {
            throw new UsageException("the passwords differ; nothing was changed");
        }
        return first;
    }

    @Command(
            name = "list",
            description = "List the users and their roles.",
            footer = {"", "Example:", "  takt user list page.users"})
    int list(
            @Parameters(paramLabel = "FILE", description = "The file of users.") Path file,
            @Option(names = "--json", description = "Print one JSON object for each.") boolean json)
            throws IOException {
        Listing listing = new Listing("name", "role");
        in(file, UserFile::read)
                .values()
                .forEach(user -> listing.row(user.name(), user.role().text()));
        listing.print(out(), json);
        return ExitCode.GOOD;
    }

    @Command(
            name = "remove",
            description = "Remove a user; sessions of the user end.",
            footer = {"", "Example:", "  takt user remove page.users olga"})
    int remove(
            @Parameters(index = "0", paramLabel = "FILE", description = "The file of users.") Path file,
            @Parameters(index = "1", paramLabel = "NAME", description = "The user.") String name)
            throws IOException {
        boolean removed = in(file, path -> UserFile.remove(path, name));
        if (!removed) {
            throw new UsageException(
                    "unknown user '" + name + "' in " + file + "; 'takt user list " + file + "' shows all");
        }
        out().println(file + " no longer has " + name);
        return ExitCode.GOOD;
    }
}
