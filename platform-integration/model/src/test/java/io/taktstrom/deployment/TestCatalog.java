package io.taktstrom.deployment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.StageProvider;

/** Two made-up connectors, the built-in sinks, one with a secret, and the built-in stages: something of every kind. */
public final class TestCatalog {

    private static final Option<Integer> UNIT = Option.whole("unitId", 1, 247, 1, "The device behind the gateway.");
    private static final Option<Boolean> STRICT = Option.flag("strict", true, "Whether to refuse odd answers.");
    private static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "Who knows it may connect.");
    private static final Option<String> BACKEND =
            Option.choice("backend", List.of("java", "native"), "java", "What does the work.");
    private static final Option<String> NET_ID =
            Option.text("netId", new OptionType.Text("\\d+(\\.\\d+){5}", "six numbers with dots"), null, "Its router.");

    /** Can do everything. */
    public static final ConnectorDescriptor FULL = ConnectorDescriptor.of(
                    "full", "Full protocol", "Reads, writes, pushes and browses.")
            .port(4000)
            .pathOptions(List.of(NET_ID))
            .options(List.of(UNIT, STRICT, PASSWORD, BACKEND))
            .capabilities(Set.of(Capability.READ, Capability.WRITE, Capability.SUBSCRIBE, Capability.BROWSE))
            .addresses("Names with dots.", "[A-Za-z_]\\w*(\\.\\w+)*", "MAIN.x", "a.b.c")
            .build();

    /** Can read only. */
    public static final ConnectorDescriptor PLAIN = ConnectorDescriptor.of("plain", "Plain protocol", "Only reads.")
            .port(502)
            .capabilities(Set.of(Capability.READ))
            .addresses("A number.", "\\d{1,5}", "40001")
            .build();

    private static final PartDescriptor BROKER = new PartDescriptor(
            "broker",
            "Sends somewhere.",
            List.of(
                    Option.text("url", new OptionType.Text("tcp://.+", "a URL with tcp"), null, "Where to."),
                    new Option<>("token", new OptionType.Text("[a-z]+", "small letters"), null, true, "Who we are."),
                    Option.time(
                            "linger",
                            Duration.ZERO,
                            Duration.ofSeconds(10),
                            Duration.ofMillis(5),
                            "How long to gather samples."),
                    new Option<>(
                            "more",
                            new OptionType.Pairs("names with values", TestCatalog::requireKnown, "key"::equals),
                            "",
                            false,
                            "More that it takes.")));

    private static void requireKnown(String name, String value) {
        if (!List.of("size", "key").contains(name)) {
            throw new IllegalArgumentException("it takes no " + name);
        }
        if (value.length() > 6) {
            throw new IllegalArgumentException(name + " is too long");
        }
    }

    private static final PartDescriptor COMMANDS = new PartDescriptor(
            "post",
            "Takes commands.",
            List.of(
                    Option.whole("port", 1, 65_535, 8500, "Where."),
                    new Option<>("token", new OptionType.Text(".{8,}", "a text"), null, true, "Who may.")));

    private static final PartDescriptor LEASE = new PartDescriptor(
            "table",
            "A row of a table.",
            List.of(
                    Option.text("name", new OptionType.Text(".+", "a name"), null, "Which row."),
                    new Option<>("password", new OptionType.Text(".*", "a text"), "", true, "Who may.")));

    private static final Providers CLASS_PATH = Providers.ofClassPath();

    public static final Catalog CATALOG = new Catalog(
            List.of(new TestProvider(PLAIN), new TestProvider(FULL)),
            sinks(false),
            stages(false),
            List.of(COMMANDS),
            List.of(LEASE),
            CLASS_PATH.alarmReceivers().stream()
                    .map(AlarmReceiverProvider::descriptor)
                    .toList(),
            "add its jar to the class path");

    /** These are never connected. A register of the plain protocol has 16 bits, which its parser knows. */
    record TestProvider(ConnectorDescriptor descriptor) implements ConnectorProvider {

        @Override
        public Connection connect(Endpoint endpoint, ConnectContext context) {
            throw new UnsupportedOperationException("connect " + endpoint);
        }

        @Override
        public Optional<String> validate(Endpoint endpoint, DataPoint point) {
            DataType type = point.type();
            Optional<String> complaint = ConnectorProvider.super.validate(endpoint, point);
            return complaint.isEmpty() && descriptor.equals(PLAIN) && type != null && type.imageBytes() != Short.BYTES
                    ? Optional.of("a register has 16 bits; write INT, UINT or WORD")
                    : complaint;
        }
    }

    private TestCatalog() {}

    /** The same, found in another order. */
    public static Catalog reversed() {
        return new Catalog(
                List.of(new TestProvider(FULL), new TestProvider(PLAIN)),
                sinks(true),
                stages(true),
                List.of(COMMANDS),
                List.of(LEASE),
                CATALOG.alarmReceivers(),
                CATALOG.remedy());
    }

    private static List<PartDescriptor> sinks(boolean reversed) {
        List<PartDescriptor> sinks = new ArrayList<>(
                CLASS_PATH.sinks().stream().map(SinkProvider::descriptor).toList());
        sinks.add(BROKER);
        return inOrder(sinks, reversed);
    }

    private static List<PartDescriptor> stages(boolean reversed) {
        return inOrder(
                new ArrayList<>(CLASS_PATH.stages().stream()
                        .map(StageProvider::descriptor)
                        .toList()),
                reversed);
    }

    private static List<PartDescriptor> inOrder(List<PartDescriptor> parts, boolean reversed) {
        if (reversed) {
            Collections.reverse(parts);
        }
        return parts;
    }
}
