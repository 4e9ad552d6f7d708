package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.cli.replay.ReplayDevice;
import io.taktstrom.cli.replay.ReplayPoint;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.opcua.server.type.VariableType;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaLimits;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.simulator.model.SimulatedPoint;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/** A record as an OPC UA server, with the statuses and the source times of the record. */
public final class OpcUaReplay implements ReplayDevice {

    private static final Pattern NODE_ID = Pattern.compile("nsu=([^;]+);s=(.+)");

    private final List<String> names;
    private final OpcUaSimulator server;

    /**
     * Starts it.
     *
     * @throws IllegalArgumentException when a server cannot have one of the points
     */
    public OpcUaReplay(List<ReplayPoint> points, InetSocketAddress bind) throws IOException {
        List<MatchResult> ids = points.stream()
                .flatMap(point -> NODE_ID.matcher(point.address()).results())
                .toList();
        Set<String> namespaces = ids.stream().map(id -> id.group(1)).collect(Collectors.toSet());
        boolean original =
                ReplayPoint.areOf("opc.tcp", points) && ids.size() == points.size() && namespaces.size() == 1;
        names = original
                ? ids.stream().map(id -> id.group(2)).toList()
                : points.stream().map(ReplayPoint::name).toList();
        Map<String, UaType> types = new LinkedHashMap<>();
        List<SimulatedPoint> model = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            ReplayPoint point = points.get(i);
            VariableType type = type(point, point.type(), types);
            model.add(new SimulatedPoint(
                    names.get(i),
                    1,
                    type,
                    PlainValue.zero(type),
                    new Waveform.Constant(),
                    null,
                    true,
                    0,
                    "",
                    point.unit()));
        }
        server = OpcUaSimulator.builder()
                .model(new OpcUaModel(
                        original ? namespaces.iterator().next() : OpcUaModel.DEFAULT_NAMESPACE,
                        false,
                        OpcUaModel.DEFAULT_CYCLE,
                        List.copyOf(types.values()),
                        model,
                        List.of(),
                        List.of(),
                        OpcUaLimits.DEFAULT,
                        Map.of()))
                .bindAddress(bind.getAddress())
                .bindPort(bind.getPort())
                .start();
    }

    private static VariableType type(ReplayPoint point, DataType type, Map<String, UaType> types) {
        if (type instanceof ArrayType array) {
            List<Integer> dimensions =
                    array.bounds().stream().map(ArrayType.Bound::count).toList();
            return new VariableType(
                    element(point, array.element(), types), dimensions.isEmpty() ? List.of(0) : dimensions);
        }
        return VariableType.of(element(point, type, types));
    }

    /** @param types those with names, each after the types it uses */
    private static UaType element(ReplayPoint point, DataType type, Map<String, UaType> types) {
        if (type instanceof EnumType it) {
            return types.computeIfAbsent(it.name(), name -> new UaType.Enumeration(it));
        }
        if (type instanceof StructType it) {
            UaType known = types.get(it.name());
            if (known == null) {
                known = new UaType.Structure(
                        it.name(),
                        it.fields().stream()
                                .map(field -> new UaType.Field(field.name(), type(point, field.type(), types)))
                                .toList());
                types.put(it.name(), known);
            }
            return known;
        }
        if (type instanceof StringType || type == ScalarType.CHAR || type == ScalarType.WCHAR) {
            return BuiltinType.STRING;
        }
        ScalarType same = switch ((ScalarType) type) {
            case BYTE -> ScalarType.USINT;
            case WORD -> ScalarType.UINT;
            case DWORD -> ScalarType.UDINT;
            case LWORD -> ScalarType.ULINT;
            case DT -> ScalarType.LDT;
            default -> (ScalarType) type;
        };
        return Stream.of(BuiltinType.values())
                .filter(builtin -> builtin.scalar() == same)
                .findFirst()
                .orElseThrow(() -> point.hasNoType("OPC UA"));
    }

    @Override
    public String endpointUri() {
        return server.endpointUri();
    }

    @Override
    public String address(int point) {
        return server.nodeId(names.get(point));
    }

    @Override
    public boolean hasClient() {
        return server.sessions() > 0;
    }

    @Override
    public boolean show(int point, @Nullable Object value, int status, long time) {
        server.set(names.get(point), value, status, time);
        return true;
    }

    @Override
    public void close() {
        server.close();
    }
}
