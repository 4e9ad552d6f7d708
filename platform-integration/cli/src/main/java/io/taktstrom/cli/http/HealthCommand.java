package io.taktstrom.cli.http;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.grammar.MetricsShapes;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.stream.Notices;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt health}. */
@Command(
        name = "health",
        description = {
            "Ask a deployment that runs how it does, and why. The exit code is 0 when it is UP, and 1 when it is not, or does"
                    + " not answer.",
            "",
            "ADDRESS is where 'takt run --metrics' listens. With a path that is asked for: /health/ready, /health/live."
        },
        footer = {
            "",
            "Examples:",
            "  takt health",
            "  takt health 127.0.0.1:9465 --json",
            "  takt health http://127.0.0.1:9464/health/ready"
        })
public final class HealthCommand extends ShellCommand {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** A report of ten thousand connections has less. */
    private static final int MAX_BYTES = 1 << 24;

    private static final JsonMapper JSON = new JsonMapper();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADDRESS",
            converter = Address.class,
            description = "HOST:PORT, or a URL (http://127.0.0.1:9464/health).")
    private URI url = URI.create("http://127.0.0.1:9464/health");

    @Option(names = "--json", description = "Print the whole report as one JSON object.")
    private boolean json;

    public HealthCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        JsonNode report = report();
        if (json) {
            out().println(JSON.writeValueAsString(report));
        } else {
            HealthText.print(report, shell.terminal());
        }
        return HealthText.status(report).equals(Condition.UP.name()) ? ExitCode.GOOD : ExitCode.FAILED;
    }

    private JsonNode report() throws IOException, InterruptedException {
        HttpResponse<InputStream> response = ask();
        String text = text(response.body());
        try {
            JsonNode report = JSON.readTree(text);
            if (!HealthText.status(report).isEmpty()) {
                return report;
            }
        } catch (JacksonException e) {
            // Said below: somebody else listens there.
        }
        throw new IOException(url + " answers with " + response.statusCode()
                + ", and does not say how it does; name where 'takt run FILE --metrics HOST:PORT' listens");
    }

    private HttpResponse<InputStream> ask() throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LIMIT)
                .build();
        try {
            return client.send(
                    HttpRequest.newBuilder(url).timeout(LIMIT).build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            // A connection that is refused comes without a word.
            throw noAnswer(e instanceof ConnectException ? "connection refused" : Notices.inWords(e), e);
        }
    }

    /** The time-out of a request ends with its headers: what follows might come for ever. */
    private String text(InputStream body) throws IOException, InterruptedException {
        try (body) {
            byte[] bytes = CompletableFuture.supplyAsync(() -> read(body)).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (ExecutionException | TimeoutException e) {
            throw noAnswer("the answer was cut off", e);
        }
    }

    private static byte[] read(InputStream body) {
        try {
            return body.readNBytes(MAX_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private IOException noAnswer(String why, Exception cause) {
        return new IOException(
                url + " does not answer: " + why + "; 'takt run FILE --metrics " + url.getAuthority() + "' would",
                cause);
    }

    /** Where to ask, as it is typed. */
    static final class Address implements ITypeConverter<URI> {

        @Override
        public URI convert(String text) {
            boolean isWhole = text.contains("://");
            try {
                URI url = URI.create(MetricsShapes.URL.parse(isWhole ? text : "http://" + text));
                if (url.getHost() != null && (isWhole || url.getPort() >= 0)) {
                    return url.getPath().length() > 1 ? url : url.resolve("/health");
                }
            } catch (IllegalArgumentException e) {
                // Said below; the text might hold a password.
            }
            throw new TypeConversionException("not the address of a running deployment; write for example"
                    + " 127.0.0.1:9464, where 'takt run FILE --metrics 127.0.0.1:9464' listens");
        }
    }
}
