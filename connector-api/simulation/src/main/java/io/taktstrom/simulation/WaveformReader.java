package io.taktstrom.simulation;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.taktstrom.text.Node;
import io.taktstrom.text.Node.Mapping;
import io.taktstrom.text.Node.Scalar;

/** Reads {@code counter}, {@code {sine: {period: 2s, amplitude: 5}}} and so on. */
public final class WaveformReader {

    private static final String EXPECTED =
            "expected constant, counter, or one of {counter: ...}, {ramp: ...}, {sine: ...}, {square: ...}, "
                    + "{randomWalk: ...}, {toggle: ...}";

    private final Map<String, Function<Node, Waveform>> ofDevice;
    private final String expected;

    /** Of the waveforms that all simulators have. */
    public WaveformReader() {
        this(new TreeMap<>());
    }

    /**
     * Of those, and of a device's own.
     *
     * @param ofDevice waveforms that only one kind of device has, by name; a function gets what stands behind the name
     */
    public WaveformReader(SortedMap<String, Function<Node, Waveform>> ofDevice) {
        this.ofDevice = Collections.unmodifiableSortedMap(ofDevice);
        expected = EXPECTED
                + ofDevice.keySet().stream()
                        .map(name -> ", {" + name + ": ...}")
                        .collect(Collectors.joining());
    }

    /**
     * Reads one.
     *
     * @throws ModelException if it is none
     */
    public Waveform read(Node node) {
        if (node instanceof Scalar scalar) {
            return switch (scalar.text()) {
                case "constant" -> new Waveform.Constant();
                case "counter" -> new Waveform.Counter(0, 1);
                default -> throw YamlFields.wrong(node, "waveform '" + scalar.text() + "': " + expected);
            };
        }
        if (!(node instanceof Mapping mapping) || mapping.entries().size() != 1) {
            throw YamlFields.wrong(node, "waveform: " + expected);
        }
        Map.Entry<String, Node> only = mapping.entries().entrySet().iterator().next();
        return YamlFields.at(only.getValue(), () -> read(only.getKey(), only.getValue()));
    }

    private Waveform read(String kind, Node node) {
        switch (kind) {
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
                return wave(kind, new YamlFields(node, "a " + kind, "period", "amplitude", "offset"));
            }
            default -> {
                Function<Node, Waveform> own = ofDevice.get(kind);
                if (own == null) {
                    throw YamlFields.wrongKey(node, "waveform '" + kind + "': " + expected);
                }
                return own.apply(node);
            }
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
