package io.taktstrom.runtime.plugin;

import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.stage.StageProvider;
import io.taktstrom.testkit.peer.PluginJar;

/** What plug-ins are made of. */
final class PluginSources {

    private PluginSources() {}

    /** A connector that connects to nothing, and does this first. */
    static String connector(String name, String scheme, String inConstructor, String inDescriptor, String inConnect) {
        return """
                package demo;
                import java.util.*;
                import io.taktstrom.descriptor.*;
                import io.taktstrom.model.*;
                import io.taktstrom.spi.*;
                public final class %s implements ConnectorProvider {
                    public %1$s() { %s }
                    public ConnectorDescriptor descriptor() {
                        %s
                        return ConnectorDescriptor.of("%s", "Demo", "Connects to nothing.")
                                .port(502)
                                .capabilities(Set.of(Capability.READ))
                                .addresses("A number.", "\\\\d+", "1")
                                .build();
                    }
                    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
                        %s
                        throw new ConnectFailedException("no device at " + endpoint + " for "
                                + Thread.currentThread().getContextClassLoader());
                    }
                }
                """.formatted(name, inConstructor, inDescriptor, scheme, inConnect);
    }

    /** A plug-in of a connector that does nothing wrong. */
    static PluginJar good(String scheme) {
        return new PluginJar()
                .source("demo.Good", connector("Good", scheme, "", "", ""))
                .provides(ConnectorProvider.class, "demo.Good")
                .manifest("Implementation-Version", "1.2.3");
    }

    /** A sink and a stage that pass all on; the sink's text is that of a library. */
    static PluginJar sinkAndStage() {
        return new PluginJar()
                .source("demo.Sinks", """
                        package demo;
                        import java.util.*;
                        import io.taktstrom.descriptor.*;
                        import io.taktstrom.sink.*;
                        public final class Sinks implements SinkProvider {
                            public PartDescriptor descriptor() { return new PartDescriptor("demo", lib.Text.TEXT, List.of()); }
                            public Sink open(OptionValues options, SinkContext context) {
                                ClassLoader open = Thread.currentThread().getContextClassLoader();
                                return (stream, points) -> (batch, unit) -> {
                                    if (Thread.currentThread().getContextClassLoader() != open) {
                                        throw new IllegalStateException("another class loader");
                                    }
                                };
                            }
                        }
                        """)
                .source("demo.Stages", """
                        package demo;
                        import java.util.*;
                        import java.util.function.Supplier;
                        import io.taktstrom.descriptor.*;
                        import io.taktstrom.stage.*;
                        public final class Stages implements StageProvider {
                            public PartDescriptor descriptor() { return new PartDescriptor("all", "Passes all.", List.of()); }
                            public Supplier<Stage> open(OptionValues options) { return () -> (in, out) -> out.onSamples(in); }
                        }
                        """)
                .provides(SinkProvider.class, "demo.Sinks")
                .provides(StageProvider.class, "demo.Stages");
    }

    /** A library in some version. */
    static PluginJar library(String text) {
        return new PluginJar()
                .source(
                        "lib.Text",
                        "package lib; public class Text { public static final String TEXT = text();"
                                + " private static String text() { return \"" + text + "\"; } }");
    }
}
