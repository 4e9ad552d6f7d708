package io.taktstrom.simulation;

import java.time.Duration;
import java.util.Map;
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

    /** What keys that are left out have; the period is required. */
    private static final Map<String, Record> USUAL = Map.of(
            "counter", new Waveform.Counter(0, 1),
            "ramp", new Waveform.Ramp(Duration.ofSeconds(1), 1, 0),
            "sine", new Waveform.Sine(Duration.ofSeconds(1), 1, 0),
            "square", new Waveform.Square(Duration.ofSeconds(1), 1, 0),
            "randomWalk", new Waveform.RandomWalk(Duration.ofSeconds(1), 1, 0, 0),
            "toggle", new Waveform.Toggle(Duration.ofSeconds(1)));

    private WaveformReader() {}

    /**
     * Reads a waveform that all simulators have.
     *
     * @throws ModelException for anything else
     */
    public static Waveform read(Node node) {
        return read(node, Map.of());
    }

    /**
     * Reads a waveform.
     *
     * @param ofDevice waveforms that only one kind of device has, by name; a function gets the value of that key
     * @throws ModelException for anything else
     */
    public static Waveform read(Node node, Map<String, Function<Node, Waveform>> ofDevice) {
        if (node instanceof Scalar scalar && scalar.text().equals("constant")) {
            return new Waveform.Constant();
        }
        if (node instanceof Scalar scalar && scalar.text().equals("counter")) {
            return new Waveform.Counter(0, 1);
        }
        if (node instanceof Scalar scalar) {
            throw YamlFields.wrong(node, "waveform '" + scalar.text() + "': " + expected(ofDevice));
        }
        if (!(node instanceof Mapping mapping) || mapping.entries().size() != 1) {
            throw YamlFields.wrong(node, "waveform: " + expected(ofDevice));
        }
        Map.Entry<String, Node> only = mapping.entries().entrySet().iterator().next();
        Node value = only.getValue();
        return YamlFields.at(value, () -> read(only.getKey(), value, ofDevice));
    }

    private static String expected(Map<String, Function<Node, Waveform>> ofDevice) {
        return EXPECTED
                + ofDevice.keySet().stream()
                        .sorted()
                        .map(name -> ", {" + name + ": ...}")
                        .collect(Collectors.joining());
    }

    private static Waveform read(String kind, Node node, Map<String, Function<Node, Waveform>> ofDevice) {
        Record usual = USUAL.get(kind);
        if (usual != null) {
            String what = kind.equals("randomWalk") ? "a random walk" : "a " + kind;
            String[] required = usual instanceof Waveform.Counter ? new String[0] : new String[] {"period"};
            return (Waveform) RecordFields.read(node, what, usual, required);
        }
        Function<Node, Waveform> own = ofDevice.get(kind);
        if (own == null) {
            throw YamlFields.wrongKey(node, "waveform '" + kind + "': " + expected(ofDevice));
        }
        return own.apply(node);
    }
}
