package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.stream.Notices;
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

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** More than a report of ten thousand connections has. */
    private static final int MAX_BYTES = 1 << 24;

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
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LIMIT)
                .build();
        HttpResponse<InputStream> response;
        try {
            response = client.send(
                    HttpRequest.newBuilder(url).timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            // A connection that is refused has no message.
            throw noAnswer(url, e instanceof ConnectException ? "connection refused" : Notices.inWords(e), e);
        }
        try (InputStream body = response.body()) {
            // The timeout of a request ends with its headers: what follows might never end.
            String text = CompletableFuture.supplyAsync(() -> read(body)).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            JsonNode report = JSON.readTree(text);
            if (!HealthText.status(report).isEmpty()) {
                return report;
            }
        } catch (JacksonException e) {
            // Another server listens there.
        } catch (ExecutionException | TimeoutException e) {
            throw noAnswer(url, "the answer was cut off", e);
        }
        throw new IOException(url + " answers with " + response.statusCode()
                + ", but not with a health report; name where 'takt run FILE --metrics HOST:PORT' listens");
    }

    private static String read(InputStream body) {
        try {
            return new String(body.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IOException noAnswer(URI url, String why, Exception cause) {
        return new IOException(
                url + " does not answer: " + why + "; 'takt run FILE --metrics " + url.getAuthority() + "' would",
                cause);
    }
}
