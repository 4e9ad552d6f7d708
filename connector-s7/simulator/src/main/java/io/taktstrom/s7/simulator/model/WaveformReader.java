package io.taktstrom.s7.simulator.model;

import java.util.Map;

import io.taktstrom.s7.simulator.model.YamlNode.Mapping;
import io.taktstrom.s7.simulator.model.YamlNode.Scalar;

/** Reads {@code counter}, {@code {sine: {period: 2s, amplitude: 5}}} and so on. */
final class WaveformReader {

    private static final String EXPECTED =
            "expected constant, counter, or one of {counter: ...}, {ramp: ...}, {sine: ...}, {square: ...}, "
                    + "{randomWalk: ...}, {toggle: ...}";

    private WaveformReader() {}

    static Waveform read(YamlNode node) {
        if (node instanceof Scalar scalar) {
            return switch (scalar.text()) {
                case "constant" -> new Waveform.Constant();
                case "counter" -> new Waveform.Counter(0, 1);
                default -> throw node.wrong("waveform '" + scalar.text() + "': " + EXPECTED);
            };
        }
        if (!(node instanceof Mapping mapping) || mapping.entries().size() != 1) {
            throw node.wrong("waveform: " + EXPECTED);
        }
        Map.Entry<YamlKey, YamlNode> only =
                mapping.entries().entrySet().iterator().next();
        return YamlFields.at(only.getValue(), () -> read(only.getKey(), only.getValue()));
    }

    private static Waveform read(YamlKey kind, YamlNode node) {
        switch (kind.name()) {
            case "counter" -> {
                YamlFields fields = new YamlFields(node, "a counter", "start", "step");
                return new Waveform.Counter(fields.integer("start", 0), fields.integer("step", 1));
            }
            case "toggle" -> {
                return new Waveform.Toggle(new YamlFields(node, "a toggle", "period").duration("period"));
            }
            case "randomWalk" -> {
                YamlFields fields = new YamlFields(node, "a random walk", "period", "amplitude", "offset", "seed");
                return new Waveform.RandomWalk(
                        fields.duration("period"),
                        fields.number("amplitude", 1),
                        fields.number("offset", 0),
                        fields.integer("seed", 0));
            }
            case "ramp", "sine", "square" -> {
                return wave(kind.name(), new YamlFields(node, "a " + kind.name(), "period", "amplitude", "offset"));
            }
            default ->
                throw new ModelException(kind.line(), kind.column(), "waveform '" + kind.name() + "': " + EXPECTED);
        }
    }

    private static Waveform wave(String kind, YamlFields fields) {
        double amplitude = fields.number("amplitude", 1);
        double offset = fields.number("offset", 0);
        return switch (kind) {
            case "ramp" -> new Waveform.Ramp(fields.duration("period"), amplitude, offset);
            case "sine" -> new Waveform.Sine(fields.duration("period"), amplitude, offset);
            default -> new Waveform.Square(fields.duration("period"), amplitude, offset);
        };
    }
}
