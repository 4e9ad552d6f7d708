package io.taktstrom.cli.metrics;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Consumer;

import io.micrometer.registry.otlp.OtlpMetricsSender;
import io.taktstrom.deployment.OtlpTarget;
import io.taktstrom.stream.Notices;

/** Posts metrics; says once that they do not arrive, and once that they do again. Keeps nothing. One thread. */
final class OtlpSender implements OtlpMetricsSender {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** The end of a run waits for the last request, so this is short. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);

    private final OtlpTarget target;
    private final Consumer<String> notices;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT_TIMEOUT)
            .build();
    private boolean troubled;

    OtlpSender(OtlpTarget target, Consumer<String> notices) {
        this.target = target;
        this.notices = notices;
    }

    @Override
    public void send(Request request) {
        HttpRequest.Builder post = HttpRequest.newBuilder(target.url())
                .timeout(REQUEST_TIMEOUT)
                .header("Content-Type", "application/x-protobuf")
                .POST(HttpRequest.BodyPublishers.ofByteArray(request.getMetricsData()));
        target.headers().forEach(post::header);
        try {
            int code = client.send(post.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            tell(code / 100 == 2 ? "" : "answers with " + code + "; correct the url or the headers");
        } catch (IOException e) {
            tell("does not take them: " + Notices.inWords(e) + "; start it, or correct the url");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell(String trouble) {
        if (!troubled && !trouble.isEmpty()) {
            notices.accept("metrics: " + target.url() + " " + trouble + "; trying again every "
                    + target.every().toSeconds() + " s");
        } else if (troubled && trouble.isEmpty()) {
            notices.accept("metrics: " + target.url() + " takes them again");
        }
        troubled = !trouble.isEmpty();
    }
}
