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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.stream.Notices;

/**
 * Asks a running deployment over HTTP: no redirects, no proxy, at most 10 s for the headers and 10 s for the rest.
 *
 * @param text at most 16 MiB of it
 */
public record BoundedGet(int status, String text) {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** More than a report of ten thousand connections has. */
    private static final int MAX_BYTES = 1 << 24;

    /**
     * Asks.
     *
     * @throws IOException when nothing answers, or not to the end; the message says why
     */
    public static BoundedGet of(URI url) throws IOException, InterruptedException {
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
            return new BoundedGet(
                    response.statusCode(),
                    CompletableFuture.supplyAsync(() -> read(body)).get(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            throw noAnswer(url, "the answer was cut off", e);
        }
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
