package io.taktstrom.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/** Reads a YAML document into nodes that know where they stand. Bounded in depth and number; anchors are refused. */
public final class YamlTree {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_NODES = 2_000_000;

    private final YAMLParser parser;
    private int nodes;

    private YamlTree(YAMLParser parser) {
        this.parser = parser;
    }

    /**
     * Reads a document.
     *
     * @param expected what an empty file lacks, for the message
     * @throws ModelException if it is no YAML, or too much
     */
    public static YamlNode read(String yaml, String expected) {
        try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
            YamlTree tree = new YamlTree((YAMLParser) parser);
            if (parser.nextToken() == null) {
                throw new ModelException(1, 1, "the file is empty; expected a mapping with " + expected);
            }
            return tree.node(0);
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation();
            int line = at == null ? 1 : Math.max(1, at.getLineNr());
            int column = at == null ? 1 : Math.max(1, at.getColumnNr());
            throw new ModelException(line, column, "this is no YAML: " + e.getOriginalMessage());
        }
    }

    private YamlNode node(int depth) {
        int line = line();
        int column = column();
        if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
            throw new ModelException(
                    line,
                    column,
                    "too much: nested deeper than " + MAX_DEPTH + " or more than " + MAX_NODES + " values");
        }
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw new ModelException(line, column, "anchors and aliases are not taken; write the value out");
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return mapping(depth, line, column);
        }
        if (token == JsonToken.START_ARRAY) {
            List<YamlNode> items = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                items.add(node(depth + 1));
            }
            return new YamlNode.Sequence(List.copyOf(items), line, column);
        }
        return new YamlNode.Scalar(parser.getString(), line, column);
    }

    private YamlNode mapping(int depth, int line, int column) {
        Map<YamlKey, YamlNode> entries = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            YamlKey key = new YamlKey(parser.currentName(), line(), column());
            parser.nextToken();
            YamlNode value = node(depth + 1);
            if (entries.putIfAbsent(key, value) != null) {
                throw key.wrong("'" + key.name() + "' is there twice");
            }
        }
        return new YamlNode.Mapping(entries, line, column);
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }

    private int column() {
        return parser.currentTokenLocation().getColumnNr();
    }
}
