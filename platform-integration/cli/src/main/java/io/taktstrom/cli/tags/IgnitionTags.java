package io.taktstrom.cli.tags;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.ScalarType;
import io.taktstrom.text.Node;

/** The tags of a provider of Ignition 8, as "Export Tags" writes them. Properties and types: manual of Ignition 8.1, "Tag Properties", "Tag Data Types"; addresses: the same, "Siemens", and "OPC UA". */
final class IgnitionTags {

    /** Of a driver of Ignition's own server: {@code ns=1;s=[device]address}. */
    private static final Pattern OF_DRIVER = Pattern.compile("(?:ns=1;s=)?\\[([^\\]]+)](.+)");
    /** Deeper folders are not in any export that Ignition writes. */
    private static final int MAX_DEPTH = 100;

    private static final Map<String, ScalarType> TYPES = Map.of(
            "boolean", ScalarType.BOOL,
            "int1", ScalarType.SINT,
            "int2", ScalarType.INT,
            "int4", ScalarType.DINT,
            "int8", ScalarType.LINT,
            "float4", ScalarType.REAL,
            "float8", ScalarType.LREAL);

    private final TagReader reader;

    IgnitionTags(TagReader reader) {
        this.reader = reader;
    }

    void read(Node root) {
        read(root, "", 0);
    }

    private void read(Node node, String folder, int depth) {
        if (depth > MAX_DEPTH) {
            reader.leaveOut("more than " + MAX_DEPTH + " folders deep");
        } else if (node instanceof Node.Sequence sequence) {
            sequence.items().forEach(item -> read(item, folder, depth + 1));
        } else if (node instanceof Node.Mapping mapping) {
            String name = TagReader.text(mapping, "name");
            String path = folder.isEmpty() || name.isEmpty() ? folder + name : folder + "." + name;
            Node inner = mapping.get("tags");
            if (TagReader.text(mapping, "tagType").equals("UdtType")) {
                reader.leaveOut("a definition of a type; its instances have the addresses");
            } else if (inner != null) {
                read(inner, path, depth + 1);
            } else if (TagReader.text(mapping, "tagType").equals("AtomicTag")) {
                tag(mapping, path);
            }
        }
    }

    private void tag(Node.Mapping tag, String path) {
        String source = TagReader.text(tag, "valueSource");
        Node address = tag.get("opcItemPath");
        if (TagReader.text(tag, "enabled").equals("false")) {
            reader.leaveOut("not enabled");
        } else if (!source.equals("opc")) {
            reader.leaveOut(
                    "the value does not come from OPC" + (source.isEmpty() ? "" : " but from '" + source + "'"));
        } else if (!(address instanceof Node.Scalar text) || text.text().isBlank()) {
            reader.leaveOut("the address has parameters; export the instances with their values");
        } else {
            Matcher driver = OF_DRIVER.matcher(text.text().strip());
            boolean own = driver.matches();
            String server = TagReader.text(tag, "opcServer");
            String comment = TagReader.text(tag, "documentation");
            reader.add(new ExportedTag(
                    tag.file() + ":" + tag.line(),
                    path,
                    own ? driver.group(1) : server,
                    own ? driver.group(2).strip() : text.text().strip(),
                    TYPES.get(TagReader.text(tag, "dataType").toLowerCase(Locale.ROOT)),
                    TagReader.text(tag, "engUnit"),
                    TagReader.text(tag, "scaleMode").equalsIgnoreCase("linear")
                            ? TagReader.scaling(tag, "rawLow", "rawHigh", "scaledLow", "scaledHigh")
                            : List.of(),
                    comment.isEmpty() ? TagReader.text(tag, "tooltip") : comment));
        }
    }
}
