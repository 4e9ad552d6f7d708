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

/** Reads a model file. */
final class S7ModelReader {

    private S7ModelReader() {}

    static S7Model read(String yaml) {
        Node node = YamlFields.read(yaml, "points");
        YamlFields fields = new YamlFields(
                node, "a simulator model", "cpu, limits, access, rack, slot, cycle, memoryBytes, blocks, points");
        List<DataBlock> blocks = new ArrayList<>();
        fields.each("blocks", (key, value) -> blocks.add(block(key, value)));
        List<S7Point> points = new ArrayList<>();
        fields.each("points", (key, value) -> points.add(point(key, value)));
        return YamlFields.at(
                node,
                () -> new S7Model(
                        RecordFields.read(fields.node("cpu"), "a cpu", CpuIdentity.DEFAULT),
                        RecordFields.read(fields.node("limits"), "limits", CpuLimits.DEFAULT),
                        RecordFields.read(fields.node("access"), "access", CpuAccess.OPEN),
                        fields.whole("rack", 0),
                        fields.whole("slot", 1),
                        fields.value("cycle", S7Model.DEFAULT_CYCLE, Durations::parse),
                        fields.whole("memoryBytes", S7Model.DEFAULT_MEMORY_BYTES),
                        blocks,
                        points));
    }

    private static DataBlock block(String key, Node node) {
        String number = key.toUpperCase(Locale.ROOT);
        if (!number.matches("DB\\d{1,5}")) {
            throw YamlFields.wrongKey(node, "'" + key + "' is not a data block; expected DB and its number, like DB1");
        }
        YamlFields fields = new YamlFields(node, "data block " + key, "name, bytes, optimized");
        return YamlFields.at(
                node,
                () -> new DataBlock(
                        Integer.parseInt(number.substring(2)),
                        fields.text("name", ""),
                        Math.toIntExact(YamlFields.value(fields.required("bytes"), YamlFields::parseInteger)),
                        fields.flag("optimized", false)));
    }

    private static S7Point point(String name, Node node) {
        if (node instanceof Scalar) {
            Operand operand = YamlFields.value(node, Operand::parse);
            return YamlFields.at(node, () -> new S7Point(name, operand, null, new Waveform.Constant()));
        }
        YamlFields fields = new YamlFields(node, "point " + name, "address, value, waveform");
        Operand operand = YamlFields.value(fields.required("address"), Operand::parse);
        Node value = fields.node("value");
        Node waveform = fields.node("waveform");
        return YamlFields.at(
                node,
                () -> new S7Point(
                        name,
                        operand,
                        value == null ? null : YamlFields.plain(value),
                        waveform == null ? new Waveform.Constant() : WaveformReader.read(waveform)));
    }
}
