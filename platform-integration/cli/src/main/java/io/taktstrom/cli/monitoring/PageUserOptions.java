package io.taktstrom.cli.monitoring;

import java.nio.file.Path;

import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.page.access.Logins.AccessFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may use a page, and its certificate. */
final class PageUserOptions {

    @Option(
            names = "--ui-users",
            paramLabel = "FILE",
            description =
                    "Let only these users see the page, each with a role; 'takt user add' makes the file. It needs"
                            + " --ui-certificate, --ui-key, and the section commands with an audit, which gets each login.")
    private @Nullable Path users;

    @Option(
            names = "--ui-certificate",
            paramLabel = "FILE",
            description =
                    "The certificate of the page, PEM, with those above it. Its names are how browsers may call the page.")
    private @Nullable Path certificate;

    @Option(
            names = "--ui-key",
            paramLabel = "FILE",
            description = "The private key of the certificate: PKCS #8, PEM, mode 0600.")
    private @Nullable Path privateKey;

    /**
     * Null for a page without users.
     *
     * @throws UsageException when there is one and not the other
     */
    @Nullable
    AccessFiles files() {
        if (users == null && certificate == null && privateKey == null) {
            return null;
        }
        if (users == null || certificate == null || privateKey == null) {
            throw new UsageException(
                    "--ui-users, --ui-certificate and --ui-key belong together: give all three, or none");
        }
        return new AccessFiles(users, certificate, privateKey);
    }
}
