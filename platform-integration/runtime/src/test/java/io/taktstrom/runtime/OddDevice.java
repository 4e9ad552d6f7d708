package io.taktstrom.runtime;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.TestConnection;

/** Devices that are browsed in vain, each in its own way: {@code odd://WAY}. Their values are all 1. */
public final class OddDevice implements ConnectorProvider {

    /** Names the same thing for ever, which matches but is not a variable. */
    static final String ENDLESS = "endless";
    /** The same, with a pause before each. */
    static final String SLOW = "slow";
    /** Names variables for ever. */
    static final String MANY = "many";
    /** Has names that no point can have, beside one that can. */
    static final String UNFIT = "unfit";
    /** Has a variable that cannot be read, and one that has no value just now. */
    static final String UNREADABLE = "unreadable";
    /** Makes its connector fail, twice in ways that were unexpected. */
    static final String MOODY = "moody";

    private final AtomicInteger browses = new AtomicInteger();

    static Endpoint endpoint(String way, Map<String, String> options) {
        return new OddDevice().descriptor().endpoint(way, 1, options);
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return ConnectorDescriptor.of("odd", "Odd", "For tests.")
                .port(1)
                .pathOptions(CommonOptions.ALL)
                .capabilities(EnumSet.of(Capability.READ, Capability.BROWSE))
                .addresses("any", ".*", "a")
                .build();
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) {
        return new OddConnection(endpoint.host());
    }

    private final class OddConnection extends TestConnection {

        private final String way;
        private int named;

        OddConnection(String way) {
            this.way = way;
        }

        @Override
        public BrowseCursor browse(BrowseFilter filter) {
            if (way.equals(MOODY) && browses.incrementAndGet() <= 2) {
                throw new ArrayIndexOutOfBoundsException("a mistake in a connector");
            }
            return new BrowseCursor() {
                private boolean done;

                @Override
                public List<BrowseNode> next(int max) {
                    return switch (way) {
                        case ENDLESS -> Collections.nCopies(max, new BrowseNode("folder", null, "", "", false));
                        case SLOW -> {
                            LockSupport.parkNanos(5_000_000);
                            yield List.of(new BrowseNode("folder", null, "", "", false));
                        }
                        case MANY -> List.of(node("x".repeat(1_000) + named++));
                        default -> {
                            List<BrowseNode> all = switch (way) {
                                case UNFIT -> List.of(node(" "), node("a"), node(""));
                                case UNREADABLE -> List.of(node("a"), node("secret"), node("failing"));
                                default -> List.of(node("a"));
                            };
                            List<BrowseNode> page = done ? List.of() : all;
                            done = true;
                            yield page;
                        }
                    };
                }

                @Override
                public void close() {
                    // Holds nothing.
                }
            };
        }

        private static BrowseNode node(String address) {
            return new BrowseNode(address, ScalarType.DINT, "DINT", "", false);
        }

        @Override
        public PointGroup resolve(List<DataPoint> points) {
            return new FixedGroup(
                    points,
                    Collections.nCopies(points.size(), ScalarType.DINT),
                    Collections.nCopies(points.size(), StatusCode.GOOD));
        }

        @Override
        public void read(PointGroup group, SampleBatch into) {
            into.reset(group, 1, 0);
            for (int point = 0; point < group.size(); point++) {
                String address = group.points().get(point).address();
                int status = switch (address) {
                    case "secret" -> StatusCode.BAD_NOT_READABLE;
                    case "failing" -> StatusCode.BAD_DEVICE_FAILURE;
                    default -> StatusCode.GOOD;
                };
                into.add(point, 1, status, 1);
            }
        }
    }
}
