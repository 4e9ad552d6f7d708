package io.taktstrom.opcua.simulator.model;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.simulation.ModelException;
import io.taktstrom.simulation.YamlFields;

/**
 * What a simulated server has.
 *
 * @param namespace URI of its namespace
 * @param numericIds whether nodes have numbers for identifiers, which differ after each restart, instead of names
 * @param cycle by which waveforms move
 * @param types those with names, each after the types it uses
 * @param users names and passwords; with any, anonymous users are refused
 */
public record OpcUaModel(
        String namespace,
        boolean numericIds,
        Duration cycle,
        List<UaType> types,
        List<SimulatedPoint> points,
        List<SimulatedMethod> methods,
        List<SimulatedEvent> events,
        OpcUaLimits limits,
        Map<String, String> users) {

    public static final String DEFAULT_NAMESPACE = "urn:taktstrom:simulator";
    public static final Duration DEFAULT_CYCLE = Duration.ofMillis(100);

    public OpcUaModel {
        SimulatedPoint.checkCycle(cycle);
        types = List.copyOf(types);
        points = List.copyOf(points);
        methods = List.copyOf(methods);
        events = List.copyOf(events);
        users = Map.copyOf(users);
        Set<String> names = new HashSet<>();
        for (SimulatedPoint point : points) {
            for (int i = 0; i < point.count(); i++) {
                unique(names, point.name(i));
            }
        }
        methods.forEach(method -> unique(names, method.name()));
        for (String name : List.copyOf(names)) {
            for (int dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
                if (names.contains(name.substring(0, dot))) {
                    throw new IllegalArgumentException(name.substring(0, dot) + " is both a point and a folder");
                }
            }
        }
    }

    private static void unique(Set<String> names, String name) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("'" + name + "': duplicate entry");
        }
    }

    /** A server with these variables and all else by default. */
    public static OpcUaModel of(List<SimulatedPoint> points) {
        return new OpcUaModel(
                DEFAULT_NAMESPACE,
                false,
                DEFAULT_CYCLE,
                List.of(),
                points,
                List.of(),
                List.of(),
                OpcUaLimits.DEFAULT,
                Map.of());
    }

    /**
     * Reads a model file; see docs/reference/opcua-simulator.md.
     *
     * @throws ModelException with line and column, if it is wrong
     */
    public static OpcUaModel parse(String yaml) {
        return OpcUaModelReader.read(yaml);
    }

    /** A painting line: all kinds of points, methods, events and history. */
    public static OpcUaModel demo() {
        return parse(YamlFields.builtIn(OpcUaModel.class, "demo"));
    }

    /** 10,000 counters, each 100 ms one more. */
    public static OpcUaModel load() {
        return parse(YamlFields.builtIn(OpcUaModel.class, "load"));
    }

    public OpcUaModel withUsers(Map<String, String> newUsers) {
        return new OpcUaModel(namespace, numericIds, cycle, types, points, methods, events, limits, newUsers);
    }
}
