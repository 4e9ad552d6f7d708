package io.taktstrom.simulation;

import java.time.Duration;
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

    /** What keys that are left out have; the period is required. */
    private static final Map<String, Record> USUAL = Map.of(
            "counter", new Waveform.Counter(0, 1),
            "ramp", new Waveform.Ramp(Duration.ofSeconds(1), 1, 0),
            "sine", new Waveform.Sine(Duration.ofSeconds(1), 1, 0),
            "square", new Waveform.Square(Duration.ofSeconds(1), 1, 0),
            "randomWalk", new Waveform.RandomWalk(Duration.ofSeconds(1), 1, 0, 0),
            "toggle", new Waveform.Toggle(Duration.ofSeconds(1)));

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
        Record usual = USUAL.get(kind);
        if (usual != null) {
            String what = kind.equals("randomWalk") ? "a random walk" : "a " + kind;
            return (Waveform)
                    (usual instanceof Waveform.Counter
                            ? RecordFields.read(node, what, usual)
                            : RecordFields.read(node, what, usual, "period"));
        }
        Function<Node, Waveform> own = ofDevice.get(kind);
        if (own == null) {
            throw YamlFields.wrongKey(node, "waveform '" + kind + "': " + expected);
        }
        return own.apply(node);
    }
}
