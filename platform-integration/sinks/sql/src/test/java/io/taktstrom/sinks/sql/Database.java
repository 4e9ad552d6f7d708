package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.PostgresServer;
import io.taktstrom.testkit.sink.ProxiedReceiver;
import io.taktstrom.testkit.sink.SinkContract;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A new database of a server, reached through a proxy, and read by psql without one. */
final class Database implements ProxiedReceiver {

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final JsonMapper JSON = new JsonMapper();

    private final PostgresServer server;
    private final FaultProxy proxy;
    private final String name = "contract" + MADE.incrementAndGet();

    /** One server for the tests of all classes, with a database for each. */
    static OnceForAll<PostgresServer> shared() {
        return new OnceForAll<>(PostgresServer.class, PostgresServer::start);
    }

    Database(PostgresServer server) throws IOException {
        this.server = server;
        server.createDatabase(name);
        proxy = FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 1);
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    String query(String sql) throws IOException {
        return server.query(name, sql);
    }

    @Override
    public SinkProvider provider() {
        return new PostgresProvider();
    }

    @Override
    public Map<String, String> options() {
        return with();
    }

    /** The options, and more of them: name, value, name, value. */
    Map<String, String> with(String... more) {
        Map<String, String> usual = Map.of(
                "host",
                "127.0.0.1",
                "port",
                String.valueOf(proxy.address().getPort()),
                "database",
                name,
                "user",
                PostgresServer.USER,
                "password",
                PostgresServer.PASSWORD,
                "create",
                "true",
                "extra",
                "type");
        return TestOptions.of(usual, more);
    }

    @Override
    public Map<String, String> unusableOptions() {
        return with("sslMode", "verify-full", "ca", "/nowhere/at/all.pem");
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.FULL, "it takes a disk of its own",
                SinkContract.NO_ALLOCATION,
                        "what the driver makes for each unit; CopyRowsTest has what is for each sample");
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        if (query("SELECT to_regclass('samples')").isEmpty()) {
            return List.of();
        }
        // Unit by unit as they were added, and by time within a unit: concurrent units share pages, so the place of a
        // row says nothing about its order.
        String rows = query("SELECT json_build_array(point, status, source_time, received_at, type,"
                + " coalesce(value::text, value_int::text, value_uint::text, value_bool::text, value_text, value_json::text))"
                + " FROM samples ORDER BY xmin::text::bigint, source_time, ctid");
        List<ReceivedSample> samples = new ArrayList<>();
        for (String row : rows.isEmpty() ? new String[0] : rows.split("\n")) {
            samples.add(sample(JSON.readTree(row)));
        }
        return samples;
    }

    private static ReceivedSample sample(JsonNode row) {
        return new ReceivedSample(
                row.get(0).stringValue(),
                value(row.get(4).stringValue(), row.get(5)),
                row.get(1).stringValue(),
                row.get(2).isNull() ? SampleBatch.NO_TIME : row.get(2).longValue(),
                row.get(3).longValue());
    }

    private static @Nullable Object value(String type, JsonNode text) {
        if (text.isNull()) {
            return null;
        }
        boolean json = type.startsWith("ARRAY") || type.startsWith("ST_");
        return json ? JSON.readValue(text.stringValue(), Object.class) : text.stringValue();
    }

    @Override
    public DataType refusedType() {
        return ScalarType.CHAR;
    }

    @Override
    public Object refusedValue() {
        return "\0";
    }

    @Override
    public void close() {
        proxy.close();
    }
}
