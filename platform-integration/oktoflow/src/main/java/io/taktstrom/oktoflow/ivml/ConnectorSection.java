package io.taktstrom.oktoflow.ivml;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.model.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A connector of the model: the points of one connection that are sampled alike, for it has one sampling period.
 *
 * @param name of the connection, and of the scan class where there are several
 */
record ConnectorSection(
        String name, ConnectorKind kind, ConnectionConfig connection, ScanClass scan, List<PointConfig> points) {

    static ConnectorSection of(
            ConnectionConfig connection, @Nullable ScanClass scan, boolean several, List<PointConfig> points) {
        ScanClass known = Objects.requireNonNull(scan);
        ConnectorKind kind = ConnectorKind.ofScheme(connection.endpoint().scheme());
        if (kind == null) {
            throw new IllegalArgumentException("connection " + connection.name() + ": no connector for "
                    + connection.endpoint().scheme() + " for oktoflow; leave it out of the file");
        }
        return new ConnectorSection(
                several ? connection.name() + "_" + known.name() : connection.name(), kind, connection, known, points);
    }

    /** In milliseconds; 0 for notifications. */
    long samplingPeriod() {
        return switch (scan.mode()) {
            case NOTIFY -> 0;
            case NOTIFY_CYCLIC, POLL, POLL_CHANGES, BLOCK -> scan.cycle().toMillis();
        };
    }

    /** What oktoflow cannot say. */
    void check(Function<PointConfig, @Nullable DataType> types, List<String> problems) {
        Duration cycle = scan.cycle();
        if (scan.mode() == ScanClass.Mode.BLOCK) {
            problems.add("scan class " + scan.name()
                    + ": oktoflow has nothing like block mode; give the points of connection " + connection.name()
                    + " another scan class");
        } else if (scan.mode() != ScanClass.Mode.NOTIFY && cycle.compareTo(Duration.ofMillis(cycle.toMillis())) != 0) {
            problems.add("scan class " + scan.name()
                    + ": oktoflow's sampling period is whole milliseconds; write such a cycle," + " or mode notify");
        }
        for (PointConfig point : points) {
            DataType type = typeOf(point, types);
            if (type == null) {
                problems.add("point " + point.name()
                        + ": its type is not known, and a field needs one; add type: to the point,"
                        + " or ask the devices with --ask");
            } else if (type instanceof StructType
                    || (type instanceof ArrayType array && array.element() instanceof StructType)) {
                problems.add("point " + point.name() + ": a structure cannot be a field; list its parts as points");
            }
        }
    }

    static @Nullable DataType typeOf(PointConfig point, Function<PointConfig, @Nullable DataType> types) {
        DataType stated = point.point().type();
        return stated == null ? types.apply(point) : stated;
    }
}
