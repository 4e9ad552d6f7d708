package io.taktstrom.benchmarks.gather;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.benchmarks.worker.OpenLoop;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.gather.Gather;
import io.taktstrom.stream.gather.GatherPart;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;

/** Reads a thousand points of three devices: WAY RATE MILLIS URI URI URI. Prints as an {@link OpenLoop} does. */
final class GatherContender {

    private static final Duration DEADLINE = Duration.ofSeconds(5);

    private GatherContender() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        List<String> uris = List.of(args).subList(3, args.length);
        try (Operation operation = args[0].equals("gather") ? new ByGather(uris) : new OneByOne(uris)) {
            out.println(OpenLoop.paced(operation, 1_000_000_000L / Long.parseLong(args[1]), Long.parseLong(args[2])));
        }
    }

    private static void check(SampleBatch batch, int points) throws IOException {
        if (batch.size() != points) {
            throw new IOException(batch.size() + " samples instead of " + points);
        }
        for (int i = 0; i < batch.size(); i++) {
            if (!StatusCode.isGood(batch.statusAt(i))) {
                throw new IOException("sample " + i + " is " + StatusCode.name(batch.statusAt(i)));
            }
        }
    }

    private static final class ByGather implements Operation {

        private final List<ManagedConnection> connections = new ArrayList<>();
        private final Gather gather;

        ByGather(List<String> uris) {
            List<GatherPart> parts = new ArrayList<>();
            for (String uri : uris) {
                ManagedConnection managed =
                        ManagedConnection.to(uri).named("device" + parts.size()).start();
                connections.add(managed);
                parts.add(new GatherPart(managed, GatherServer.points(parts.size())));
            }
            while (!connections.stream().allMatch(it -> it.state() == ConnectionState.CONNECTED)) {
                LockSupport.parkNanos(1_000_000);
            }
            gather = Gather.of("bench", parts, DEADLINE, EpochNanoClock.system(), notice -> {});
        }

        @Override
        public void once() throws IOException {
            check(gather.read().batch(), 3 * GatherServer.POINTS + 1);
        }

        @Override
        public void close() {
            gather.close();
            connections.forEach(ManagedConnection::close);
        }
    }

    /** The connections as they are, one after the other: what a program would do without a gather. */
    private static final class OneByOne implements Operation {

        private final List<Connection> connections = new ArrayList<>();
        private final List<PointGroup> groups = new ArrayList<>();
        private final List<SampleBatch> batches = new ArrayList<>();

        OneByOne(List<String> uris) throws ConnectorException {
            for (String uri : uris) {
                Connection connection = Connectors.connect(uri);
                connections.add(connection);
                PointGroup group = connection.resolve(GatherServer.points(groups.size()));
                groups.add(group);
                batches.add(group.newBatch());
            }
        }

        @Override
        public void once() throws IOException {
            for (int i = 0; i < connections.size(); i++) {
                connections.get(i).read(groups.get(i), batches.get(i));
                check(batches.get(i), groups.get(i).size());
            }
        }

        @Override
        public void close() {
            connections.forEach(Connection::close);
        }
    }
}
