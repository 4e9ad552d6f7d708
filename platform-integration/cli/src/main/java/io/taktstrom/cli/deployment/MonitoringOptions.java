package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.taktstrom.cli.http.MetricsServer;
import io.taktstrom.cli.http.PageOptions;
import io.taktstrom.cli.metrics.OtlpExport;
import io.taktstrom.cli.metrics.OtlpUrl;
import io.taktstrom.cli.metrics.RunMeters;
import io.taktstrom.cli.shell.HostPort;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.http.HostNames;
import io.taktstrom.page.LivePage;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who may look at what runs, and where. */
final class MonitoringOptions {

    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            converter = HostPort.Converter.class,
            description =
                    "Serve /metrics (Prometheus), /health, /health/ready and /health/live here, for example 127.0.0.1:9464.")
    private @Nullable HostPort metrics;

    @Option(
            names = "--metrics-host",
            paramLabel = "NAME",
            description =
                    "A name by which clients may call --metrics, beside localhost and addresses; may be said several times.")
    private List<String> hostNames = List.of();

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            converter = OtlpUrl.class,
            description = "Send metrics to this receiver of OpenTelemetry (OTLP over HTTP), for example"
                    + " http://127.0.0.1:4318/v1/metrics, in place of the one that the file names.")
    private @Nullable OtlpTarget otlp;

    @Option(
            names = "--insecure-bind",
            description = "Let --metrics listen beyond this machine, without encryption and for everyone.")
    private boolean insecureBind;

    @Mixin
    private PageOptions page = new PageOptions();

    @Option(
            names = "--ui-write",
            description = "Let the page write, with the token: only what the file lists as writable, within its"
                    + " limits. It needs the section commands, with an audit; sources of commands it needs not."
                    + " A new token is printed once.")
    private boolean pageWrites;

    @Option(
            names = "--ui-token",
            paramLabel = "FILE",
            description = "With --ui-write: take the token from this file, and print none.")
    private @Nullable Path pageToken;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** @throws ParameterException when they would open a port to the network without consent */
    void check() {
        if (metrics != null && !metrics.isLocal() && !insecureBind) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--metrics " + metrics + " would be open to the network; use 127.0.0.1, or use --insecure-bind");
        }
    }

    /** Takes the ports. */
    Monitoring open(Deployment deployment, Path file, Shell shell) throws IOException {
        LivePage ui = page(deployment, file, shell);
        MetricsServer server = null;
        try {
            List<MeterRegistry> shown = new ArrayList<>();
            if (metrics != null) {
                server = MetricsServer.bind(metrics, new HostNames(hostNames), shell::note);
                shown.add(server.registry());
            }
            OtlpTarget target = otlp == null ? deployment.otlp() : otlp;
            if (target != null) {
                shown.add(OtlpExport.start(target, shell::note));
            }
            return new Monitoring(ui, server, shown.isEmpty() ? null : new RunMeters(shown));
        } catch (IOException | RuntimeException e) {
            new Monitoring(ui, server, null).close();
            throw e;
        }
    }

    private @Nullable LivePage page(Deployment deployment, Path file, Shell shell) throws IOException {
        String title = String.valueOf(file.getFileName());
        CommandsConfig commands = deployment.commands();
        if (!pageWrites) {
            if (commands != null && commands.from().isEmpty()) {
                shell.note("no source of commands: name one under 'commands: from', or use --ui --ui-write");
            }
            return page.bind(title, null, shell);
        }
        if (!page.isWanted()) {
            throw new ParameterException(spec.commandLine(), "--ui-write needs a page: use --ui as well");
        }
        if (commands == null) {
            throw mayNotWrite(file + " has no section commands", "add 'commands: {audit: commands.jsonl}'");
        }
        if (deployment.points().stream().noneMatch(point -> point.point().writable())) {
            throw mayNotWrite(file + " lists no point as writable", "say 'writable: true' and 'limits' at some");
        }
        Path tokenFile = pageToken;
        String token = tokenFile == null ? PageOptions.newToken() : PageOptions.readToken(tokenFile);
        LivePage ui = page.bind(title, token, shell);
        if (tokenFile == null) {
            shell.note("the token to write from the page, shown once: " + token);
        }
        return ui;
    }

    private ParameterException mayNotWrite(String what, String remedy) {
        return new ParameterException(
                spec.commandLine(),
                "--ui-write: " + what + ", so nothing may be written; " + remedy
                        + " (documentation: how-to/write-back), or leave out --ui-write");
    }
}
