package io.taktstrom.s7.simulator.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.simulation.RecordFields;
import io.taktstrom.simulation.Waveform;
import io.taktstrom.simulation.WaveformReader;
import io.taktstrom.simulation.YamlFields;
import io.taktstrom.text.Node;
import io.taktstrom.text.Node.Scalar;
import org.jspecify.annotations.Nullable;

/** Reads a model file. */
final class ModelReader {

    private static final WaveformReader WAVEFORMS = new WaveformReader();

    private ModelReader() {}

    static SimulatorModel read(String yaml) {
        Node node = YamlFields.read(yaml, "points");
        YamlFields fields = new YamlFields(
                node,
                "a simulator model",
                "cpu",
                "limits",
                "access",
                "rack",
                "slot",
                "cycle",
                "memoryBytes",
                "blocks",
                "points");
        List<DataBlock> blocks = new ArrayList<>();
        fields.each("blocks", (key, value) -> blocks.add(block(key, value)));
        List<SimulatedPoint> points = new ArrayList<>();
        fields.each("points", (key, value) -> points.add(point(key, value)));
        return YamlFields.at(
                node,
                () -> new SimulatorModel(
                        RecordFields.read(fields.node("cpu"), "a cpu", CpuIdentity.DEFAULT),
                        RecordFields.read(fields.node("limits"), "limits", CpuLimits.DEFAULT),
                        access(fields.node("access")),
                        fields.whole("rack", 0),
                        fields.whole("slot", 1),
                        fields.value("cycle", SimulatorModel.DEFAULT_CYCLE, Durations::parse),
                        fields.whole("memoryBytes", SimulatorModel.DEFAULT_MEMORY_BYTES),
                        blocks,
                        points));
    }

    private static CpuAccess access(@Nullable Node node) {
        if (node == null) {
            return CpuAccess.OPEN;
        }
        YamlFields fields = new YamlFields(node, "access", "putGet", "protection", "password");
        return YamlFields.at(
                node,
                () -> new CpuAccess(
                        fields.flag("putGet", true),
                        fields.value("protection", CpuAccess.Protection.NONE, ModelReader::protection),
                        fields.text("password", "")));
    }

    private static CpuAccess.Protection protection(String text) {
        return switch (text) {
            case "none" -> CpuAccess.Protection.NONE;
            case "write" -> CpuAccess.Protection.WRITE;
            case "readAndWrite" -> CpuAccess.Protection.READ_AND_WRITE;
            default -> throw new IllegalArgumentException("'" + text + "' is none of none, write, readAndWrite");
        };
    }

    private static DataBlock block(String key, Node node) {
        String number = key.toUpperCase(Locale.ROOT);
        if (!number.matches("DB\\d{1,5}")) {
            throw YamlFields.wrongKey(node, "'" + key + "' is not a data block; write DB and its number, like DB1");
        }
        YamlFields fields = new YamlFields(node, "data block " + key, "name", "bytes", "optimized");
        return YamlFields.at(
                node,
                () -> new DataBlock(
                        Integer.parseInt(number.substring(2)),
                        fields.text("name", ""),
                        Math.toIntExact(YamlFields.value(fields.required("bytes"), YamlFields::parseInteger)),
                        fields.flag("optimized", false)));
    }

    private static SimulatedPoint point(String name, Node node) {
        if (node instanceof Scalar) {
            Operand operand = YamlFields.value(node, Operand::parse);
            return YamlFields.at(node, () -> new SimulatedPoint(name, operand, null, new Waveform.Constant()));
        }
        YamlFields fields = new YamlFields(node, "point " + name, "address", "value", "waveform");
        Operand operand = YamlFields.value(fields.required("address"), Operand::parse);
        Node value = fields.node("value");
        Node waveform = fields.node("waveform");
        return YamlFields.at(
                node,
                () -> new SimulatedPoint(
                        name,
                        operand,
                        value == null ? null : YamlFields.plain(value),
                        waveform == null ? new Waveform.Constant() : WAVEFORMS.read(waveform)));
    }
}
