package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.deployment.grammar.MetricsShapes;
import io.taktstrom.http.HostNames;
import io.taktstrom.page.LivePage;
import io.taktstrom.page.access.Logins.AccessFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which metrics and pages a run offers, and where. */
public final class MonitoringOptions {

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            description =
                    "Serve /metrics (Prometheus), /health, /health/ready, /health/active and /health/live here, for example 127.0.0.1:9464.")
    private @Nullable HostPort metrics;

    @Option(
            names = "--metrics-host",
            paramLabel = "NAME",
            description =
                    "A name by which clients may call --metrics, beside localhost and addresses; can be given several times.")
    private List<String> hostNames = List.of();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description = "Send metrics to this receiver of OpenTelemetry (OTLP over HTTP), for example"
                    + " http://127.0.0.1:4318/v1/metrics, in place of the one in the file.")
    private @Nullable OtlpTarget otlp;

    @Option(names = "--insecure-bind", description = "Let --metrics listen beyond this machine, unencrypted.")
    private boolean insecureBind;

    @Mixin
    private PageOptions page = new PageOptions();

    @Mixin
    private PageUserOptions pageUsers = new PageUserOptions();

    @Option(
            names = "--ui-write",
            description = "Let the page write, by an operator or with the token: only what the file lists as writable,"
                    + " within its limits. It needs the section commands, with an audit, but no source of commands."
                    + " Without --ui-users a new token is printed once.")
    private boolean pageWrites;

    @Option(
            names = "--ui-token",
            paramLabel = "FILE",
            description = "With --ui-write: read the token from this file; machines write with it, also beside users.")
    private @Nullable Path pageToken;

    /**
     * Reads the URL of a receiver.
     *
     * @throws IllegalArgumentException when it is not one; the message does not repeat it, as it may hold a password
     */
    public static OtlpTarget otlpTarget(String text) {
        URI url = url(text);
        if (url == null) {
            throw new IllegalArgumentException(
                    "not the URL of a receiver; write for example http://127.0.0.1:4318/v1/metrics;"
                            + " a receiver that needs headers is configured in the file");
        }
        return new OtlpTarget(url, OtlpTarget.STANDARD_EVERY, Map.of());
    }

    /** Null when the text is not a URL with a host. */
    static @Nullable URI url(String text) {
        try {
            URI url = URI.create(MetricsShapes.URL.parse(text));
            return url.getHost() == null ? null : url;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Checks what the options ask for.
     *
     * @throws UsageException when they would open a port to the network without consent
     */
    public void check() {
        if (metrics != null && !metrics.isLocal() && !insecureBind) {
            throw new UsageException(
                    "--metrics " + metrics + " would be open to the network; use 127.0.0.1, or use --insecure-bind");
        }
    }

    /** Takes the ports. */
    public Monitoring open(Deployment deployment, Path file, Shell shell) throws IOException {
        OtlpTarget target = otlp == null ? deployment.otlp() : otlp;
        LivePage ui = page(deployment, file, shell);
        try {
            MetricsServer server =
                    metrics == null ? null : MetricsServer.bind(metrics, new HostNames(hostNames), shell::note);
            return new Monitoring(ui, server, target, shell::note);
        } catch (IOException | RuntimeException e) {
            if (ui != null) {
                ui.close();
            }
            throw e;
        }
    }

    /** A sink whose clients write. */
    private static final String OPC_UA_SERVER = "opcua-server";

    private @Nullable LivePage page(Deployment deployment, Path file, Shell shell) throws IOException {
        String title = String.valueOf(file.getFileName());
        CommandsConfig commands = deployment.commands();
        AccessFiles users = pageUsers.files();
        if (users != null) {
            requireAudit(commands, file);
        }
        if (!pageWrites) {
            if (commands != null
                    && users == null
                    && commands.from().isEmpty()
                    && deployment.sinks().values().stream()
                            .noneMatch(sink -> sink.type().equals(OPC_UA_SERVER))) {
                shell.note("no source of commands: name one under 'commands: from', or use --ui --ui-write");
            }
            return page.bind(title, null, users, false, shell);
        }
        if (!page.isWanted()) {
            throw new UsageException("--ui-write needs a page: use --ui as well");
        }
        if (commands == null) {
            throw notWritable(file + " has no section commands", "add 'commands: {audit: commands.jsonl}'");
        }
        // With the token alarms are acknowledged, too.
        if (deployment.alarms().isEmpty()
                && deployment.points().stream().noneMatch(point -> point.point().writable())) {
            throw notWritable(file + " lists no point as writable", "set 'writable: true' and 'limits' for some");
        }
        boolean isNew = pageToken == null && users == null;
        String token = pageToken != null ? PageOptions.readToken(pageToken) : isNew ? PageOptions.newToken() : null;
        LivePage ui = page.bind(title, token, users, users != null, shell);
        if (isNew) {
            shell.note("the token to write from the page, shown once: " + token);
        }
        return ui;
    }

    private void requireAudit(@Nullable CommandsConfig commands, Path file) {
        if (!page.isWanted()) {
            throw new UsageException("--ui-users needs a page: use --ui as well");
        }
        if (commands == null) {
            throw new UsageException("--ui-users: " + file + " has no audit for logins; add"
                    + " 'commands: {audit: commands.jsonl}' (documentation: how-to/page-for-several-users)");
        }
    }

    private static UsageException notWritable(String what, String remedy) {
        return new UsageException("--ui-write: " + what + ", so nothing can be written; " + remedy
                + " (documentation: how-to/write-back), or leave out --ui-write");
    }
}
