package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.CommandGroup;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.opcua.trust.Certificates;
import io.taktstrom.opcua.trust.TrustStore;
import io.taktstrom.opcua.trust.TrustStore.Entry;
import io.taktstrom.opcua.trust.TrustStore.Verdict;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt trust}. */
public final class TrustCommand {

    /** So much of a fingerprint that no other certificate with the same beginning can be made. */
    private static final Pattern BEGINNING = Pattern.compile("(?:[0-9A-Fa-f]:?){8,64}");

    private TrustCommand() {}

    public static CommandLine of(Shell shell) {
        return CommandGroup.of(
                "trust",
                "COMMAND",
                "Say which OPC UA servers are trusted. What an unknown server shows waits in quarantine.",
                "takt trust list",
                new ListCommand(shell),
                new ShowCommand(shell),
                new AcceptCommand(shell),
                new RejectCommand(shell));
    }

    /** Where the certificates are. */
    private abstract static class OnStore extends ShellCommand {

        @Option(names = "--pki", paramLabel = "FOLDER", description = "Their folder, instead of ~/.taktstrom/pki.")
        private Path pki = TrustStore.standardFolder();

        OnStore(Shell shell) {
            super(shell);
        }

        TrustStore store() {
            return new TrustStore(pki);
        }
    }

    /** Where one of them is meant. */
    private abstract static class OnOne extends OnStore {

        @Parameters(
                paramLabel = "FINGERPRINT",
                description = "The beginning of its SHA-256, at least 8 digits; 'takt trust list' shows it.")
        private String fingerprint = "";

        OnOne(Shell shell) {
            super(shell);
        }

        Entry one() throws IOException {
            if (!BEGINNING.matcher(fingerprint).matches()) {
                throw wrong("'" + fingerprint
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

        int decide(Verdict verdict) throws IOException {
            Entry entry = one();
            store().put(entry.certificate(), verdict);
            out().println(text(verdict) + ": " + subject(entry.certificate()) + ", SHA-256 " + entry.fingerprint());
            return ExitCode.GOOD;
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
            description = "List certificates of servers, those in quarantine first.",
            footer = {"", "Example:", "  takt trust list"})
    private static final class ListCommand extends OnStore {

        ListCommand(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() throws IOException {
            Table table = new Table("FINGERPRINT", "VERDICT", "VALID UNTIL", "SUBJECT");
            List<Entry> entries = store().list();
            if (entries.isEmpty()) {
                shell.note("no server certificates in " + store().folder());
                return ExitCode.GOOD;
            }
            for (Entry entry : entries) {
                table.row(
                        entry.fingerprint().substring(0, 12),
                        text(entry.verdict()),
                        entry.certificate().getNotAfter().toInstant().toString(),
                        subject(entry.certificate()));
            }
            table.print(out());
            return ExitCode.GOOD;
        }
    }

    @Command(
            name = "show",
            description = "Show a certificate.",
            footer = {"", "Example:", "  takt trust show 3f9a17c2"})
    private static final class ShowCommand extends OnOne {

        ShowCommand(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() throws IOException {
            Entry entry = one();
            X509Certificate certificate = entry.certificate();
            Table table = Table.withoutHeader(2);
            table.row("subject", subject(certificate));
            table.row("issuer", certificate.getIssuerX500Principal().getName());
            table.row("application", String.join(", ", Certificates.applicationUris(certificate)));
            table.row("hosts", String.join(", ", Certificates.hosts(certificate)));
            table.row("valid from", certificate.getNotBefore().toInstant().toString());
            table.row("valid until", certificate.getNotAfter().toInstant().toString());
            table.row("SHA-256", entry.fingerprint());
            table.row("verdict", text(entry.verdict()));
            table.print(out());
            return ExitCode.GOOD;
        }
    }

    @Command(
            name = "accept",
            description = "Trust a server, or an authority, from now on.",
            footer = {"", "Example:", "  takt trust accept 3f9a17c2"})
    private static final class AcceptCommand extends OnOne {

        AcceptCommand(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() throws IOException {
            return decide(Verdict.TRUSTED);
        }
    }

    @Command(
            name = "reject",
            description = "Never trust a server.",
            footer = {"", "Example:", "  takt trust reject 3f9a17c2"})
    private static final class RejectCommand extends OnOne {

        RejectCommand(Shell shell) {
            super(shell);
        }

        @Override
        public Integer call() throws IOException {
            return decide(Verdict.REJECTED);
        }
    }
}
