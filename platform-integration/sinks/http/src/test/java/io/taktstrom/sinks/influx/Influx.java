package io.taktstrom.sinks.influx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.InfluxServer;
import io.taktstrom.testkit.sink.ProxiedReceiver;
import io.taktstrom.testkit.sink.SinkContract;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A new database of a server, reached through a proxy, and read by InfluxDB's own query language without one. */
final class Influx implements ProxiedReceiver {

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final JsonMapper JSON = new JsonMapper();

    private final InfluxServer server;
    private final FaultProxy proxy;
    private final String name = "contract" + MADE.incrementAndGet();
    private final HttpClient reader = HttpClient.newHttpClient();

    Influx(InfluxServer server) throws IOException {
        this.server = server;
        query("CREATE DATABASE " + name);
        proxy = FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 1);
    }

    /** What a query gives: rows, each by column. */
    List<JsonNode> query(String q) throws IOException {
        String form = "epoch=ns&db=" + name + "&q=" + URLEncoder.encode(q, StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/query"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        JsonNode answer;
        try {
            String body =
                    reader.send(request, HttpResponse.BodyHandlers.ofString()).body();
            // An integer has no negative zero, and so it would be taken for one.
            answer = JSON.readTree(body.replaceAll("(?<=[\\[,])-0(?=[,\\]])", "-0.0"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        List<JsonNode> rows = new ArrayList<>();
        for (JsonNode series : answer.path("results").path(0).path("series")) {
            for (JsonNode values : series.get("values")) {
                ObjectNode row = JSON.createObjectNode();
                for (int c = 0; c < values.size(); c++) {
                    row.set(series.get("columns").get(c).stringValue(), values.get(c));
                }
                rows.add(row);
            }
        }
        if (answer.has("error") || answer.path("results").path(0).has("error")) {
            throw new IOException(q + ": " + answer);
        }
        return rows;
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public SinkProvider provider() {
        return new InfluxProvider();
    }

    @Override
    public Map<String, String> options() {
        return with();
    }

    /** The options, and more of them: name, value, name, value. */
    Map<String, String> with(String... more) {
        Map<String, String> usual = Map.of(
                "url",
                "http://127.0.0.1:" + proxy.address().getPort(),
                "database",
                name,
                "tags",
                "point, connection, status, type");
        return TestOptions.of(usual, more);
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        List<JsonNode> rows = new ArrayList<>(query("SELECT * FROM samples"));
        // It knows no order but that of time.
        rows.sort(Comparator.<JsonNode>comparingLong(row -> row.get("time").longValue())
                .thenComparingLong(row -> row.get("sequence").longValue()));
        return rows.stream().map(Influx::sample).toList();
    }

    private static ReceivedSample sample(JsonNode row) {
        boolean received = present(row, "time_from") != null;
        JsonNode receivedAt = present(row, "received_at");
        return new ReceivedSample(
                row.get("point").stringValue(),
                value(row),
                row.get("status").stringValue(),
                received ? SampleBatch.NO_TIME : row.get("time").longValue(),
                receivedAt == null ? SampleBatch.NO_TIME : receivedAt.longValue());
    }

    private static @Nullable JsonNode present(JsonNode row, String column) {
        JsonNode value = row.get(column);
        return value == null || value.isNull() ? null : value;
    }

    private static @Nullable Object value(JsonNode row) {
        JsonNode text = present(row, "value_text");
        if (text != null) {
            String type = row.get("type").stringValue();
            boolean json = type.startsWith("ARRAY") || type.startsWith("ST_");
            return json ? JSON.readValue(text.stringValue(), Object.class) : text.stringValue();
        }
        for (String column : List.of("value", "value_int", "value_bool")) {
            JsonNode value = present(row, column);
            if (value != null) {
                return value.asString();
            }
        }
        return null;
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.NO_ALLOCATION,
                        "what the client library makes for a request; LineProtocolTest has what is for each sample",
                SinkContract.FULL, "it takes a disk of its own");
    }

    @Override
    public Map<String, String> unusableOptions() {
        return with("version", "2");
    }

    @Override
    public DataType refusedType() {
        return ScalarType.LWORD;
    }

    @Override
    public Object refusedValue() {
        return new java.math.BigInteger("18446744073709551615");
    }

    /** The JDK ends a client's thread when the client is collected; here that is when this is asked. */
    @Override
    public boolean isReceiverThread(Thread thread) {
        if (thread.getName().endsWith("SelectorManager")) {
            System.gc();
        }
        return false;
    }

    @Override
    public void close() {
        proxy.close();
    }
}
