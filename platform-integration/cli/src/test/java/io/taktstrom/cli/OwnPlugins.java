package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.peer.PluginJar;

/** A connector and a sink as third parties write them, made into jars while the tests run. */
final class OwnPlugins {

    private OwnPlugins() {}

    /** {@code counter://host}: each read counts on by one. */
    static void connector(Path jar) throws IOException {
        new PluginJar()
                .source("own.Counter", """
                        package own;
                        import java.util.*;
                        import java.util.concurrent.*;
                        import io.taktstrom.data.*;
                        import io.taktstrom.descriptor.*;
                        import io.taktstrom.model.*;
                        import io.taktstrom.spi.*;
                        public final class Counter implements ConnectorProvider {
                            public ConnectorDescriptor descriptor() {
                                return ConnectorDescriptor.of("counter", "Counter", "Counts its reads.")
                                        .port(4000)
                                        .capabilities(Set.of(Capability.READ, Capability.BROWSE))
                                        .addresses("A name.", "[a-z]+", "n")
                                        .build();
                            }
                            public Connection connect(Endpoint endpoint, ConnectContext context) {
                                return new Session(context);
                            }
                            record Group(List<DataPoint> points) implements PointGroup {
                                public DataType typeAt(int point) { return ScalarType.DINT; }
                                public int statusAt(int point) { return StatusCode.GOOD; }
                                public void close() {}
                            }
                            static final class Session implements Connection {
                                private final CompletableFuture<Void> closed = new CompletableFuture<>();
                                private final ConnectContext context;
                                private long count;
                                Session(ConnectContext context) { this.context = context; }
                                public PointGroup resolve(List<DataPoint> points) { return new Group(points); }
                                public synchronized void read(PointGroup group, SampleBatch into) {
                                    into.reset(group, context.clock().epochNanos(), count * group.size());
                                    count++;
                                    for (int i = 0; i < group.size(); i++) {
                                        into.add(i, SampleBatch.NO_TIME, StatusCode.GOOD, count);
                                    }
                                }
                                public void write(PointGroup group, SampleBatch values, int[] out) throws ConnectorException {
                                    throw new InvalidRequestException("read only");
                                }
                                public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
                                        throws ConnectorException {
                                    throw new InvalidRequestException("poll it");
                                }
                                public BrowseCursor browse(BrowseFilter filter) {
                                    Iterator<List<BrowseNode>> pages = List.of(
                                            List.of(new BrowseNode("n", ScalarType.DINT, "DINT", "Counts.", false)),
                                            List.<BrowseNode>of()).iterator();
                                    return new BrowseCursor() {
                                        public List<BrowseNode> next(int max) { return pages.hasNext() ? pages.next() : List.of(); }
                                        public void close() {}
                                    };
                                }
                                public DeviceInfo device() throws ConnectorException { throw new InvalidRequestException("none"); }
                                public CompletionStage<Void> closed() { return closed.minimalCompletionStage(); }
                                public void close() { closed.complete(null); }
                            }
                        }
                        """)
                .provides(ConnectorProvider.class, "own.Counter")
                .manifest("Implementation-Version", "4.5.6")
                .write(jar);
    }

    /** {@code type: own}: appends values to a file, and throws where its option {@code throwsIn} says so. */
    static void sink(Path jar) throws IOException {
        new PluginJar()
                .source("own.Lines", """
                        package own;
                        import java.io.IOException;
                        import java.nio.file.*;
                        import java.util.*;
                        import io.taktstrom.data.SampleBatch;
                        import io.taktstrom.descriptor.*;
                        import io.taktstrom.model.DataPoint;
                        import io.taktstrom.sink.*;
                        import io.taktstrom.sinks.format.TextBuffer;
                        public final class Lines implements SinkProvider {
                            private static final Option<String> PATH =
                                    Option.text("path", OptionType.Text.ANY, "own.txt", "The file.");
                            private static final Option<String> THROWS_IN =
                                    Option.choice("throwsIn", List.of("none", "open", "inlet", "publish", "close"), "none", "Where.");
                            public PartDescriptor descriptor() {
                                return new PartDescriptor("own", "Appends values to a file.", List.of(PATH, THROWS_IN));
                            }
                            public Sink open(OptionValues options, SinkContext context) throws IOException {
                                String place = options.get(THROWS_IN);
                                fail(place, "open");
                                Path path = context.paths().apply(options.get(PATH));
                                return new Sink() {
                                    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
                                        fail(place, "inlet");
                                        StringBuilder lines = new StringBuilder(stream + " has " + points.size() + " points\\n");
                                        return (batch, unit) -> {
                                            fail(place, "publish");
                                            TextBuffer text = new TextBuffer();
                                            for (int i = 0; i < batch.size(); i++) {
                                                text.number(batch.longAt(i));
                                                text.put('\\n');
                                            }
                                            lines.append(text);
                                            if (unit.isComplete()) {
                                                Files.writeString(path, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                                                lines.setLength(0);
                                            }
                                        };
                                    }
                                    public void close() { fail(place, "close"); }
                                };
                            }
                            private static void fail(String place, String here) {
                                if (place.equals(here)) {
                                    throw new IllegalStateException("broken in " + here);
                                }
                            }
                        }
                        """)
                .provides(SinkProvider.class, "own.Lines")
                .write(jar);
    }
}
