package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Callable;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.SampleBatch;

/**
 * The JDK's HTTP client by itself: a unit in a request, one after the other, since their order must be kept. Lines of InfluxDB are
 * encoded by the same code as our sink's, since the same series and time would be the same point.
 */
final class HttpLibrary implements UnitOperation {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI address;
    private final String contentType;
    private final Callable<byte[]> bodies;

    private HttpLibrary(String address, String contentType, Callable<byte[]> bodies) {
        this.address = URI.create(address);
        this.contentType = contentType;
        this.bodies = bodies;
    }

    static HttpLibrary of(Target target, Payloads payloads, String address) {
        return new HttpLibrary(
                "http://" + address + "/", target.format().contentType(), () -> payloads.nextMessages()[0]);
    }

    static HttpLibrary ofInflux(String address) {
        PlantSource source = new PlantSource();
        SampleBatch batch = PlantSource.batchOf(Payloads.UNIT);
        InfluxLines lines = new InfluxLines();
        return new HttpLibrary(
                "http://" + address + "/write?db=" + Target.DATABASE + "&precision=ns",
                "text/plain; charset=utf-8",
                () -> {
                    source.fill(batch);
                    return lines.linesOf(batch);
                });
    }

    @Override
    public void once() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address)
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofByteArray(bodies.call()))
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("answered " + answer.statusCode() + ": " + answer.body());
        }
    }
}
