package io.taktstrom.opcua.simulator.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.UaType;
import io.taktstrom.opcua.server.type.VariableType;
import io.taktstrom.simulation.RecordFields;
import io.taktstrom.simulation.Waveform;
import io.taktstrom.simulation.WaveformReader;
import io.taktstrom.simulation.YamlFields;
import io.taktstrom.text.Node;
import io.taktstrom.text.Node.Scalar;
import org.jspecify.annotations.Nullable;

/** Reads a model file; one use, one thread. */
final class OpcUaModelReader {

    private final UaTypeNames types = new UaTypeNames();

    static OpcUaModel read(String yaml) {
        return new OpcUaModelReader().model(YamlFields.read(yaml, "points"));
    }

    private OpcUaModel model(Node node) {
        YamlFields fields = new YamlFields(
                node, "a simulator model", "namespace, ids, cycle, types, points, methods, events, limits, users");
        fields.each("types", this::type);
        List<SimulatedPoint> points = new ArrayList<>();
        fields.each("points", (key, value) -> points.add(point(key, value)));
        List<SimulatedMethod> methods = new ArrayList<>();
        fields.each("methods", (key, value) -> methods.add(method(key, value)));
        List<SimulatedEvent> events = new ArrayList<>();
        fields.each("events", (key, value) -> events.add(event(key, value)));
        Map<String, String> users = new LinkedHashMap<>();
        fields.each("users", (key, value) -> users.put(key, YamlFields.text(value)));
        return YamlFields.at(
                node,
                () -> new OpcUaModel(
                        fields.text("namespace", OpcUaModel.DEFAULT_NAMESPACE),
                        fields.value("ids", false, OpcUaModelReader::numeric),
                        fields.value("cycle", OpcUaModel.DEFAULT_CYCLE, Durations::parse),
                        types.all(),
                        points,
                        methods,
                        events,
                        RecordFields.read(fields.node("limits"), "limits", OpcUaLimits.DEFAULT),
                        users));
    }

    private static boolean numeric(String text) {
        return switch (text) {
            case "names" -> false;
            case "numbers" -> true;
            default -> throw new IllegalArgumentException("ids: '" + text + "' is not names or numbers");
        };
    }

    private void type(String name, Node node) {
        YamlFields fields = new YamlFields(node, "the type " + name, "enum, struct");
        Node members = fields.node("enum");
        Node struct = fields.node("struct");
        if ((members == null) == (struct == null)) {
            throw YamlFields.wrong(node, "type " + name + ": expected either enum or struct");
        }
        UaType type = members != null ? enumeration(name, members) : structure(name, fields.required("struct"));
        if (!types.define(type)) {
            throw YamlFields.wrongKey(node, "type " + name + ": duplicate entry, or a built-in type");
        }
    }

    private static UaType enumeration(String name, Node node) {
        List<EnumType.Member> members = new ArrayList<>();
        YamlFields.each(
                node,
                "enum",
                (key, value) ->
                        members.add(new EnumType.Member(key, YamlFields.value(value, YamlFields::parseInteger))));
        return YamlFields.at(node, () -> new UaType.Enumeration(new EnumType(name, ScalarType.DINT, members)));
    }

    private UaType structure(String name, Node node) {
        List<UaType.Field> members = new ArrayList<>();
        YamlFields.each(
                node,
                "struct",
                (key, value) -> members.add(new UaType.Field(key, YamlFields.value(value, types::parse))));
        return YamlFields.at(node, () -> new UaType.Structure(name, members));
    }

    private SimulatedPoint point(String name, Node node) {
        if (node instanceof Scalar) {
            VariableType type = YamlFields.value(node, types::parse);
            return YamlFields.at(node, () -> SimulatedPoint.of(name, type));
        }
        YamlFields fields = new YamlFields(
                node, "point " + name, "type, value, waveform, cycle, count, writable, history, comment, unit");
        VariableType type = YamlFields.value(fields.required("type"), types::parse);
        Node value = fields.node("value");
        Node waveform = fields.node("waveform");
        return YamlFields.at(
                value == null ? node : value,
                () -> new SimulatedPoint(
                        name,
                        fields.whole("count", 1),
                        type,
                        value == null ? PlainValue.zero(type) : YamlFields.plain(value),
                        waveform == null ? new Waveform.Constant() : WaveformReader.read(waveform),
                        fields.duration("cycle"),
                        fields.flag("writable", true),
                        fields.whole("history", 0),
                        fields.text("comment", ""),
                        fields.text("unit", "")));
    }

    private SimulatedMethod method(String name, Node node) {
        YamlFields fields = new YamlFields(node, "method " + name, "inputs, outputs, returns, fails, delay, comment");
        Map<String, VariableType> inputs = arguments(fields, "inputs");
        Map<String, VariableType> outputs = arguments(fields, "outputs");
        Node returns = fields.node("returns");
        Duration delay = fields.duration("delay");
        return YamlFields.at(
                returns == null ? node : returns,
                () -> new SimulatedMethod(
                        name,
                        inputs,
                        outputs,
                        result(fields, returns),
                        delay == null ? Duration.ZERO : delay,
                        fields.text("comment", "")));
    }

    private Map<String, VariableType> arguments(YamlFields method, String which) {
        Map<String, VariableType> arguments = new LinkedHashMap<>();
        method.each(which, (key, value) -> arguments.put(key, YamlFields.value(value, types::parse)));
        return arguments;
    }

    private static SimulatedMethod.Result result(YamlFields fields, @Nullable Node returns) {
        Node fails = fields.node("fails");
        if (fails != null) {
            return new SimulatedMethod.Result.Fails(YamlFields.value(fails, OpcUaModelReader::status));
        }
        if (returns == null) {
            return new SimulatedMethod.Result.Echo();
        }
        if (!(returns instanceof Node.Sequence sequence)) {
            throw YamlFields.wrong(
                    returns, "returns is " + returns.describe() + "; expected a list with a value for each output");
        }
        return new SimulatedMethod.Result.Returns(
                sequence.items().stream().map(YamlFields::plain).toList());
    }

    private static int status(String text) {
        if (text.matches("0x[89A-Fa-f][0-9A-Fa-f]{7}")) {
            return Integer.parseUnsignedInt(text.substring(2), 16);
        }
        throw new IllegalArgumentException("'" + text + "' is not a Bad status; write its number, like 0x"
                + Integer.toHexString(StatusCode.BAD_OUT_OF_RANGE).toUpperCase(Locale.ROOT));
    }

    private static SimulatedEvent event(String name, Node node) {
        YamlFields fields = new YamlFields(node, "event " + name, "type, message, severity, every");
        return YamlFields.at(
                node,
                () -> new SimulatedEvent(
                        name,
                        fields.value(
                                "type",
                                SimulatedEvent.Kind.BASE,
                                text -> RecordFields.constant(SimulatedEvent.Kind.class, text)),
                        fields.text("message", name),
                        fields.whole("severity", 500),
                        fields.duration("every")));
    }
}
