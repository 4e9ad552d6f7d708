package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.kit.trust.TrustStore.Entry;
import io.taktstrom.kit.trust.TrustStore.Verdict;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt trust}. */
@Command(
        name = "trust",
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Manage which OPC UA servers, and devices with Secure ADS, are trusted. Certificates of unknown ones are quarantined.",
        footer = {"", "Example:", "  takt trust list"})
public final class TrustCommand extends ShellCommand {

    /** Enough digits that no other certificate with the same beginning can be made. */
    private static final Pattern FINGERPRINT = Pattern.compile("(?:[0-9A-Fa-f]:?){8,64}");

    /** The certificates. */
    static class Pki {

        @Option(names = "--pki", paramLabel = "FOLDER", description = "Their folder, instead of ~/.taktstrom/pki.")
        private Path folder = TrustStore.standardFolder();

        final TrustStore store() {
            return new TrustStore(folder);
        }
    }

    /** One of the certificates. */
    static final class Selection extends Pki {

        @Parameters(paramLabel = "FINGERPRINT", description = "The first 8 digits or more, see 'takt trust list'.")
        private String fingerprint = "";

        private Entry entry() throws IOException {
            if (!FINGERPRINT.matcher(fingerprint).matches()) {
                throw new UsageException("'" + fingerprint
                        + "' is not the beginning of a fingerprint; write at least 8 of its digits, as"
                        + " 'takt trust list' shows them");
            }
            List<Entry> found = store().find(fingerprint);
            if (found.size() != 1) {
                throw new IOException(
                        found.isEmpty()
                                ? "no certificate in " + store().folder() + " begins with " + fingerprint
                                        + "; 'takt trust list' shows them"
                                : found.size() + " certificates begin with " + fingerprint + "; write more of it");
            }
            return found.get(0);
        }
    }

    private static String text(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private static String subject(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName();
    }

    @Command(
            name = "list",
            description = "List certificates of servers and devices, those in quarantine first.",
            footer = {"", "Example:", "  takt trust list"})
    int list(@Mixin Pki pki) throws IOException {
        Listing table = new Listing("fingerprint", "verdict", "validUntil", "subject");
        for (Entry entry : pki.store().list()) {
            table.row(
                    entry.fingerprint().substring(0, 12),
                    text(entry.verdict()),
                    entry.certificate().getNotAfter().toInstant(),
                    subject(entry.certificate()));
        }
        if (table.isEmpty()) {
            shell.note("no certificates in " + pki.store().folder());
        } else {
            table.print(out());
        }
        return ExitCode.GOOD;
    }

    @Command(
            name = "show",
            description = "Show a certificate.",
            footer = {"", "Example:", "  takt trust show 3f9a17c2"})
    int show(@Mixin Selection selection) throws IOException {
        Entry entry = selection.entry();
        X509Certificate certificate = entry.certificate();
        Listing.withoutHeader(2)
                .row("subject", subject(certificate))
                .row("issuer", certificate.getIssuerX500Principal().getName())
                .row("application", String.join(", ", Certificates.applicationUris(certificate)))
                .row("hosts", String.join(", ", Certificates.hosts(certificate)))
                .row("valid from", certificate.getNotBefore().toInstant())
                .row("valid until", certificate.getNotAfter().toInstant())
                .row("SHA-256", entry.fingerprint())
                .row("verdict", text(entry.verdict()))
                .print(out());
        return ExitCode.GOOD;
    }

    @Command(
            name = "accept",
            description = "Trust a server, a device, or an authority, from now on.",
            footer = {"", "Example:", "  takt trust accept 3f9a17c2"})
    int accept(@Mixin Selection selection) throws IOException {
        return decide(selection, Verdict.TRUSTED);
    }

    @Command(
            name = "reject",
            description = "Never trust a server or a device.",
            footer = {"", "Example:", "  takt trust reject 3f9a17c2"})
    int reject(@Mixin Selection selection) throws IOException {
        return decide(selection, Verdict.REJECTED);
    }

    private int decide(Selection selection, Verdict verdict) throws IOException {
        Entry entry = selection.entry();
        selection.store().put(entry.certificate(), verdict);
        out().println(text(verdict) + ": " + subject(entry.certificate()) + ", SHA-256 " + entry.fingerprint());
        return ExitCode.GOOD;
    }
}
