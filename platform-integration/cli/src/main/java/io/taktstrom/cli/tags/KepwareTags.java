package io.taktstrom.cli.tags;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.model.ScalarType;
import io.taktstrom.text.CsvText;
import io.taktstrom.text.Node;
import org.jspecify.annotations.Nullable;

/**
 * The tags of a device of KEPServerEX or Kepware Server, as its "Export CSV" writes them. Columns: manual of KEPServerEX V6, "Tag Management" (CSV import and export); types: the same, "Data Types".
 */
final class KepwareTags implements CsvText.Rows {

    private static final String NAME = "Tag Name";
    private static final String ADDRESS = "Address";

    private static final Map<String, ScalarType> TYPES = Map.ofEntries(
            Map.entry("boolean", ScalarType.BOOL),
            Map.entry("char", ScalarType.SINT),
            Map.entry("byte", ScalarType.USINT),
            Map.entry("short", ScalarType.INT),
            Map.entry("word", ScalarType.UINT),
            Map.entry("long", ScalarType.DINT),
            Map.entry("dword", ScalarType.UDINT),
            Map.entry("llong", ScalarType.LINT),
            Map.entry("qword", ScalarType.ULINT),
            Map.entry("float", ScalarType.REAL),
            Map.entry("double", ScalarType.LREAL));

    private final TagReader reader;
    private final Path file;

    KepwareTags(TagReader reader, Path file) {
        this.reader = reader;
        this.file = file;
    }

    @Override
    public String key(String column) {
        return column.strip();
    }

    @Override
    public void header(Node.Mapping columns) {
        if (columns.get(NAME) == null || columns.get(ADDRESS) == null) {
            throw new InvalidFileException(
                    file + ":1: not a tag export: Kepware's CSV has the columns '" + NAME + "' and '" + ADDRESS
                            + "'; Ignition exports JSON; a table of your own is read by {import: FILE} in the deployment file");
        }
    }

    @Override
    public void row(Node.Mapping row) {
        String name = TagReader.text(row, NAME);
        String address = TagReader.text(row, ADDRESS);
        if (name.isEmpty() || address.isEmpty()) {
            reader.leaveOut("no name or no address");
            return;
        }
        String scaling = TagReader.text(row, "Scaling").toLowerCase(Locale.ROOT);
        if (scaling.startsWith("square")) {
            reader.leaveOut("square root scaling; a computed point can do that");
            return;
        }
        reader.add(new ExportedTag(
                row.file() + ":" + row.line(),
                name,
                "",
                address,
                type(TagReader.text(row, "Data Type")),
                TagReader.text(row, "Eng Units").isEmpty()
                        ? TagReader.text(row, "Eng. Units")
                        : TagReader.text(row, "Eng Units"),
                scaling.equals("linear")
                        ? TagReader.scaling(row, "Raw Low", "Raw High", "Scaled Low", "Scaled High")
                        : List.of(),
                TagReader.text(row, "Description")));
    }

    private static @Nullable ScalarType type(String kepware) {
        return TYPES.get(kepware.toLowerCase(Locale.ROOT));
    }
}
