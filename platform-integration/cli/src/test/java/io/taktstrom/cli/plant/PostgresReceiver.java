package io.taktstrom.cli.plant;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.peer.PostgresServer;
import tools.jackson.databind.JsonNode;

/** PostgreSQL, read by psql. */
public final class PostgresReceiver extends Receiver {

    private static final String DATABASE = "faults";

    private final PostgresServer server = PostgresServer.start(true);
    private final FaultProxy proxy = proxy(server.port());
    /** The last transaction that was read, by stream. */
    private final Map<String, Long> read = new HashMap<>();

    private final Map<String, Long> rows = new HashMap<>();

    public PostgresReceiver() throws IOException {
        server.createDatabase(DATABASE);
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public String options() {
        return ("type: postgresql, host: 127.0.0.1, port: %d, database: %s, user: %s, password: \"${env:FAULTS_PASSWORD}\","
                        + " create: true, table: \"{stream}\"")
                .formatted(proxy.address().getPort(), DATABASE, PostgresServer.USER);
    }

    /** A unit is one transaction, and the units of a stream come one after the other. */
    @Override
    public List<SeenSample> next(String stream) throws IOException {
        String table = "\"" + stream + "\"";
        if (server.query(DATABASE, "SELECT to_regclass('" + table + "')").isEmpty()) {
            return List.of();
        }
        String found = server.query(
                DATABASE,
                "SELECT json_build_array(point, coalesce(value_uint, value_int, floor(value)::bigint), status, received_at,"
                        + " sequence, xmin::text::bigint)"
                        + " FROM " + table + " WHERE xmin::text::bigint > " + read.getOrDefault(stream, 0L)
                        + " ORDER BY xmin::text::bigint, received_at, sequence, ctid");
        List<SeenSample> samples = new ArrayList<>();
        for (String row : found.isEmpty() ? new String[0] : found.split("\n")) {
            JsonNode json = JSON.readTree(row);
            samples.add(new SeenSample(
                    json.get(0).stringValue(),
                    json.get(1).isNull() ? -1 : json.get(1).longValue(),
                    json.get(2).stringValue(),
                    json.get(3).isNumber()
                            ? json.get(3).longValue()
                            : SeenSample.nanos(Instant.parse(json.get(3).stringValue())),
                    json.get(4).longValue()));
            read.merge(stream, json.get(5).longValue(), Math::max);
            rows.merge(stream, 1L, Long::sum);
        }
        return samples;
    }

    /** How many rows {@link #next} has not given, because their transaction ended behind a later one; 0 when nothing comes any more. */
    public long unread(String stream) throws IOException {
        return Long.parseLong(server.query(DATABASE, "SELECT count(*) FROM \"" + stream + "\""))
                - rows.getOrDefault(stream, 0L);
    }

    @Override
    public void kill() {
        server.kill();
    }

    @Override
    public void restart() throws IOException {
        server.restart();
    }

    @Override
    public void signal(String name) throws IOException {
        server.signal(name);
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        server.close();
    }
}
