package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.runtime.health.Condition;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt health}. */
@Command(
        name = "health",
        description = {
            "Show the health of a running deployment, with reasons. The exit code is 0 when it is UP, and 1 when it is not, or does"
                    + " not answer.",
            "",
            "ADDRESS is where 'takt run --metrics' listens, with a path for one part: /health/ready, /health/active, /health/live."
        },
        footer = {
            "",
            "Examples:",
            "  takt health",
            "  takt health 127.0.0.1:9465 --json",
            "  takt health http://127.0.0.1:9464/health/ready"
        })
public final class HealthCommand extends ShellCommand implements Callable<Integer> {

    private static final JsonMapper JSON = JsonMapper.shared();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:9464",
            description = "HOST:PORT, or a URL (http://127.0.0.1:9464/health).")
    private String address = "";

    @Option(names = "--json", description = "Print the whole report as one JSON object.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode report = report(url());
        if (json) {
            out().println(JSON.writeValueAsString(report));
        } else {
            HealthText.print(report, shell.terminal());
        }
        return ExitCode.of(HealthText.status(report).equals(Condition.UP.name()));
    }

    private URI url() {
        boolean whole = address.contains("://");
        URI url = MonitoringOptions.url(whole ? address : "http://" + address);
        if (url == null || (!whole && url.getPort() < 0)) {
            throw new UsageException("ADDRESS: not the address of a running deployment; write for example"
                    + " 127.0.0.1:9464, where 'takt run FILE --metrics 127.0.0.1:9464' listens");
        }
        return url.getPath().length() > 1 ? url : url.resolve("/health");
    }

    private static JsonNode report(URI url) throws IOException, InterruptedException {
        RunRequest.Answer answer = RunRequest.send(
                HttpRequest.newBuilder(url), null, "'takt run FILE --metrics " + url.getAuthority() + "' would");
        try {
            JsonNode report = JSON.readTree(answer.text());
            if (!HealthText.status(report).isEmpty()) {
                return report;
            }
        } catch (JacksonException e) {
            // Another server listens there.
        }
        throw new IOException(url + " answers with " + answer.code()
                + ", but not with a health report; name where 'takt run FILE --metrics HOST:PORT' listens");
    }
}
