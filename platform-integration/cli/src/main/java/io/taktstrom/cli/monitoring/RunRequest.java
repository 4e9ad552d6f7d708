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
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/** A request to a run on this machine or another one. */
public final class RunRequest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** More than a report of ten thousand connections has. */
    private static final int MAX_BYTES = 1 << 24;

    /** An answer, as far as there is room. */
    public record Answer(int code, String text) {}

    private RunRequest() {}

    /**
     * Sends a request, and waits for the whole answer.
     *
     * @param ca file of trusted certificates; null for those of Java
     * @param remedy what would answer there
     * @throws IOException when there is no answer: why, and what would be one
     */
    public static Answer send(HttpRequest.Builder request, @Nullable Path ca, String remedy)
            throws IOException, InterruptedException {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(LIMIT);
        if (ca != null) {
            builder.sslContext(new TlsFiles(ca, null, null).context());
        }
        HttpRequest built = request.timeout(LIMIT).build();
        HttpResponse<InputStream> response;
        try {
            response = builder.build().send(built, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            // A connection that is refused has no message.
            throw noAnswer(
                    built.uri(), e instanceof ConnectException ? "connection refused" : Notices.inWords(e), remedy, e);
        }
        try (InputStream body = response.body()) {
            // The timeout of a request ends with its headers: what follows might never end.
            String text = CompletableFuture.supplyAsync(() -> read(body)).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(response.statusCode(), text);
        } catch (ExecutionException | TimeoutException e) {
            throw noAnswer(built.uri(), "the answer was cut off", remedy, e);
        }
    }

    private static String read(InputStream body) {
        try {
            return new String(body.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IOException noAnswer(URI url, String why, String remedy, Exception cause) {
        return new IOException(url + " does not answer: " + why + "; " + remedy, cause);
    }
}
