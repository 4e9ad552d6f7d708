package io.taktstrom.simulation;

import java.util.List;
import java.util.Map;

/** A piece of a YAML document and where it starts, both counted from 1. */
public sealed interface YamlNode {

    int line();

    int column();

    /** Text, a number, a truth value, or nothing at all. */
    record Scalar(String text, int line, int column) implements YamlNode {}

    /** Items in the order of the document. */
    record Sequence(List<YamlNode> items, int line, int column) implements YamlNode {}

    /** Keys in the order of the document. */
    record Mapping(Map<YamlKey, YamlNode> entries, int line, int column) implements YamlNode {}

    /** The error that something is wrong here. */
    default ModelException wrong(String message) {
        return new ModelException(line(), column(), message);
    }

    /** What this is, for messages. */
    default String kind() {
        if (this instanceof Sequence) {
            return "a list";
        }
        return this instanceof Mapping ? "a mapping" : "a single value";
    }
}
