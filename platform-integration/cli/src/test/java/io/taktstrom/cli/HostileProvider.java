package io.taktstrom.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.DeviceErrorException;

/**
 * A connector to a device that puts {@link #EVIL} into everything it says: names, types, comments, values, notices, errors.
 *
 * <p>Its option {@code fail} says where it fails, {@code password} is a secret, which {@link #lastEndpoint} shows.
 */
public final class HostileProvider implements ConnectorProvider {

    /** Clears the screen, says in red what is not so on a line of its own, and turns the rest around. */
    static final String EVIL = "\u001b[2J\u009b31mX\u0007\n" + HostileProvider.LIE
            + "\r\u0085\u202e\u2066\u2028\ufeff\u007f\u0000\u009d0;title\u009c'\"";

    static final String LIE = "takt: all good, certificate trusted";

    private static final Option<String> PASSWORD = new Option<>("password", OptionType.Text.ANY, "", true, "A secret.");
    private static final Option<Integer> RACK = Option.whole("rack", 0, 7, 0, "A number.");
    private static final Option<String> FAIL =
            Option.choice("fail", List.of("never", "connect", "read", "unchecked"), "never", "Where it fails.");

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "hostile", "Hostile", "A device that lies to the terminal.")
            .port(4711)
            .options(List.of(PASSWORD, RACK, FAIL))
            .capabilities(Set.of(Capability.READ, Capability.WRITE, Capability.BROWSE))
            .addresses("Anything.", "[\\s\\S]*", "a")
            .build();

    /** What the last connection was opened with; one test at a time. */
    static volatile Endpoint lastEndpoint = new Endpoint("hostile", "none", 1, Map.of());

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        lastEndpoint = endpoint;
        context.observer().onNotice("the device says " + EVIL);
        if (FAIL.of(endpoint).equals("connect")) {
            throw new ConnectFailedException("connect to " + endpoint + ": " + EVIL, new IllegalStateException(EVIL));
        }
        return new HostileConnection(FAIL.of(endpoint));
    }

    @Override
    public List<String> explain(Endpoint endpoint, List<DataPoint> points) {
        return List.of("one request: " + EVIL);
    }

    private static final EnumType MODE =
            new EnumType("E_" + EVIL, ScalarType.INT, List.of(new EnumType.Member("m" + EVIL, 0)));
    private static final StringType TEXT = new StringType(StringType.Encoding.UTF_8, 200);
    private static final StructType RECORD =
            new StructType("ST_" + EVIL, List.of(new StructType.Field("f" + EVIL, TEXT, 0)), TEXT.imageBytes());

    /** Every kind of type that has a name or a text. */
    static final List<DataType> TYPES = List.of(TEXT, MODE, RECORD, ArrayType.of(TEXT, 1), ScalarType.DINT);

    static final class HostileConnection extends SilentConnection {

        private final String fail;

        HostileConnection(String fail) {
            super(points -> TYPES.get(Math.floorMod(points, TYPES.size())));
            this.fail = fail;
        }

        @Override
        public void read(io.taktstrom.data.PointGroup group, SampleBatch into) throws ConnectorException {
            if (fail.equals("unchecked")) {
                throw new IllegalStateException(EVIL);
            }
            if (fail.equals("read")) {
                throw new DeviceErrorException("read " + EVIL, io.taktstrom.data.StatusCode.BAD_NO_COMMUNICATION, 1);
            }
            super.read(group, into);
        }

        @Override
        public BrowseCursor browse(BrowseFilter filter) {
            List<BrowseNode> nodes = TYPES.stream()
                    .map(type -> new BrowseNode("a" + TYPES.indexOf(type) + EVIL, type, type.text(), EVIL, true))
                    .toList();
            return new BrowseCursor() {
                private boolean done;

                @Override
                public List<BrowseNode> next(int max) {
                    boolean first = !done;
                    done = true;
                    return first ? nodes : List.of();
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }

        @Override
        public DeviceInfo device() {
            return new DeviceInfo("n" + EVIL, "v" + EVIL, "s" + EVIL, Map.of("d" + EVIL, "e" + EVIL));
        }
    }
}
