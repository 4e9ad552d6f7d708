package io.taktstrom.ads.simulator.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.simulation.RecordFields;
import io.taktstrom.simulation.Waveform;
import io.taktstrom.simulation.WaveformReader;
import io.taktstrom.simulation.YamlFields;
import io.taktstrom.text.Node;
import io.taktstrom.text.Node.Scalar;

/** Reads a model file; one use, one thread. */
final class AdsModelReader {

    private static final Pattern FLAG_ADDRESS = Pattern.compile("%MB(\\d{1,5})");

    private static final Map<String, Function<Node, Waveform>> OWN_WAVEFORMS =
            Map.of("ring", node -> RecordFields.read(node, "a ring", new Ring(1)));

    private static final List<String> TYPE_KINDS = List.of("alias", "enum", "struct", "union", "functionBlock");
    private static final int MAX_ATTRIBUTE_CHARACTERS = 255;

    private final PlcTypeNames types = new PlcTypeNames();

    static AdsModel read(String yaml) {
        return new AdsModelReader().model(YamlFields.read(yaml, "symbols"));
    }

    private AdsModel model(Node node) {
        YamlFields fields = new YamlFields(node, "a simulator model", "netId, port, taskCycle, types, symbols, burst");
        fields.each("types", this::type);
        List<Symbol> symbols = new ArrayList<>();
        Set<String> names = new HashSet<>();
        fields.each("symbols", (key, value) -> {
            if (!names.add(key.toUpperCase(Locale.ROOT))) {
                throw YamlFields.wrongKey(value, "symbol " + key + ": duplicate entry; case does not matter");
            }
            symbols.add(symbol(key, value));
        });
        Node burst = fields.node("burst");
        return YamlFields.at(
                node,
                () -> new AdsModel(
                        fields.value("netId", AdsModel.DEFAULT_NET_ID, AmsNetId::parse),
                        fields.value("port", AmsPort.PLC_TC3, AdsModelReader::port),
                        fields.value("taskCycle", AdsModel.DEFAULT_TASK_CYCLE, Durations::parse),
                        types.all(),
                        symbols,
                        burst == null ? null : RecordFields.read(burst, "a burst", new Burst(0, 100, 0))));
    }

    private static int port(String text) {
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > 0xFFFF) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an AMS port; write a number up to 65535, like 851");
        }
        return Integer.parseInt(text);
    }

    private void type(String name, Node node) {
        YamlFields fields = new YamlFields(
                node,
                "the type " + name,
                "alias, enum, members, struct, union, functionBlock, properties, methods, pack, comment, attributes");
        String comment = fields.text("comment", "");
        Map<String, String> attributes = attributes(fields);
        List<String> kinds =
                TYPE_KINDS.stream().filter(kind -> fields.node(kind) != null).toList();
        if (kinds.size() != 1) {
            throw YamlFields.wrong(node, "type " + name + ": expected exactly one of " + String.join(", ", TYPE_KINDS));
        }
        Node body = fields.required(kinds.get(0));
        PlcType type = switch (kinds.get(0)) {
            case "alias" -> new PlcType.Alias(name, YamlFields.value(body, types::parse), comment, attributes);
            case "enum" -> enumeration(name, body, fields.required("members"), comment, attributes);
            case "struct" -> {
                int pack = fields.whole("pack", 0);
                yield structure(YamlFields.at(node, () -> new StructureBuilder(name, pack)), body, fields);
            }
            case "union" -> structure(StructureBuilder.union(name), body, fields);
            default -> structure(StructureBuilder.functionBlock(name), body, fields);
        };
        if (!types.define(type)) {
            throw YamlFields.wrongKey(node, "type " + name + ": duplicate entry; case does not matter");
        }
    }

    private static PlcType enumeration(
            String name, Node base, Node members, String comment, Map<String, String> attributes) {
        ScalarType scalar = YamlFields.value(
                base,
                text -> Stream.of(ScalarType.values())
                        .filter(type ->
                                type.kind() == ScalarType.Kind.SIGNED || type.kind() == ScalarType.Kind.UNSIGNED)
                        .filter(type -> type.name().equals(text))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                text + " is not an integer type; an enumeration needs one, like INT")));
        List<EnumType.Member> values = new ArrayList<>();
        YamlFields.each(
                members,
                "members",
                (key, value) ->
                        values.add(new EnumType.Member(key, YamlFields.value(value, YamlFields::parseInteger))));
        return new PlcType.Enumeration(new EnumType(name, scalar, values), comment, attributes);
    }

    private PlcType structure(StructureBuilder builder, Node members, YamlFields ofType) {
        YamlFields.each(members, "members", (key, value) -> {
            if (value instanceof Scalar) {
                builder.add(key, YamlFields.value(value, types::parse), "", Map.of());
                return;
            }
            YamlFields fields = new YamlFields(value, "member " + key, "type, comment, attributes");
            Map<String, String> attributes = attributes(fields);
            PlcType type = YamlFields.value(fields.required("type"), types::parse);
            builder.add(key, encoded(type, attributes), fields.text("comment", ""), attributes);
        });
        ofType.each("properties", (key, value) -> builder.property(key, YamlFields.value(value, types::parse)));
        ofType.each("methods", (key, value) -> builder.method(method(key, value)));
        return YamlFields.at(members, () -> builder.build(ofType.text("comment", ""), attributes(ofType)));
    }

    private PlcMethod method(String name, Node node) {
        YamlFields fields = new YamlFields(node, "method " + name, "inputs, inOuts, outputs, type, returns");
        List<PlcMethod.Parameter> parameters = new ArrayList<>();
        for (String which : List.of("inputs", "inOuts", "outputs")) {
            boolean in = !which.equals("outputs");
            boolean out = !which.equals("inputs");
            fields.each(
                    which,
                    (key, value) -> parameters.add(
                            new PlcMethod.Parameter(key, YamlFields.value(value, types::parse), in, out)));
        }
        Node type = fields.node("type");
        Node returns = fields.node("returns");
        if (returns != null && !(returns instanceof Node.Sequence)) {
            throw YamlFields.wrong(
                    returns,
                    "returns is " + returns.describe()
                            + "; expected a list: what it returns, then a value for each output");
        }
        List<Object> values = returns == null ? List.of() : List.copyOf((List<?>) YamlFields.plain(returns));
        PlcMethod method = new PlcMethod(
                name, type == null ? null : YamlFields.value(type, types::parse), List.copyOf(parameters), values);
        YamlFields.at(returns == null ? node : returns, () -> method.answer(values));
        return method;
    }

    private static Map<String, String> attributes(YamlFields fields) {
        Map<String, String> attributes = new LinkedHashMap<>();
        fields.each(
                "attributes",
                (key, value) -> attributes.put(
                        YamlFields.at(value, () -> attribute(key)),
                        YamlFields.value(value, AdsModelReader::attribute)));
        return attributes;
    }

    /** Its length is one byte in the tables. */
    private static String attribute(String text) {
        if (text.length() > MAX_ATTRIBUTE_CHARACTERS) {
            throw new IllegalArgumentException("the name and the value of an attribute have at most "
                    + MAX_ATTRIBUTE_CHARACTERS + " characters each");
        }
        return text;
    }

    /** InfoSys "Attribute 'TcEncoding'": the text of a STRING is UTF-8. */
    private static PlcType encoded(PlcType type, Map<String, String> attributes) {
        return "UTF-8".equalsIgnoreCase(attributes.get("TcEncoding")) ? utf8(type) : type;
    }

    private static PlcType utf8(PlcType type) {
        if (type instanceof PlcType.Array array) {
            return new PlcType.Array(utf8(array.element()), array.bounds());
        }
        if (type instanceof PlcType.Alias alias) {
            return new PlcType.Alias(alias.name(), utf8(alias.target()), alias.comment(), alias.attributes());
        }
        return type.image() instanceof StringType text && text.encoding() == StringType.Encoding.WINDOWS_1252
                ? new PlcType.Elementary(new StringType(StringType.Encoding.UTF_8, text.length()))
                : type;
    }

    private Symbol symbol(String name, Node node) {
        if (node instanceof Scalar) {
            PlcType type = YamlFields.value(node, types::parse);
            return YamlFields.at(node, () -> new Symbol(name, type, null, new Waveform.Constant(), ""));
        }
        YamlFields fields = new YamlFields(
                node,
                "symbol " + name,
                "type, value, waveform, waveforms, comment, at, writable, persistent, attributes");
        Map<String, String> attributes = attributes(fields);
        PlcType type = encoded(YamlFields.value(fields.required("type"), types::parse), attributes);
        Node value = fields.node("value");
        return YamlFields.at(
                value == null ? node : value,
                () -> new Symbol(
                        name,
                        type,
                        fields.value("at", new Symbol.Place.Data(), AdsModelReader::place),
                        value == null ? null : YamlFields.plain(value),
                        waveforms(fields),
                        fields.text("comment", ""),
                        fields.flag("writable", true),
                        fields.flag("persistent", false),
                        attributes));
    }

    private static Symbol.Place place(String text) {
        Matcher flag = FLAG_ADDRESS.matcher(text);
        if (flag.matches()) {
            return new Symbol.Place.Flag(Integer.parseInt(flag.group(1)));
        }
        return switch (text) {
            case "%I*" -> new Symbol.Place.Input();
            case "%Q*" -> new Symbol.Place.Output();
            default -> throw new IllegalArgumentException("place '" + text + "': expected %MB0, %I* or %Q*");
        };
    }

    private static Map<String, Waveform> waveforms(YamlFields fields) {
        Map<String, Waveform> waveforms = new LinkedHashMap<>();
        Node own = fields.node("waveform");
        if (own != null) {
            waveforms.put("", WaveformReader.read(own, OWN_WAVEFORMS));
        }
        fields.each("waveforms", (path, value) -> waveforms.put(path, WaveformReader.read(value, OWN_WAVEFORMS)));
        return waveforms;
    }
}
