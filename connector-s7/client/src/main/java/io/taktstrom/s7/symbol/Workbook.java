package io.taktstrom.s7.symbol;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/**
 * Reads the cells of the first sheet of an {@code .xlsx} workbook (ECMA-376, part 1, 18.3 and 18.4): texts only, no
 * formulas, no formats.
 *
 * <pre>
 *  zip -- xl/sharedStrings.xml       &lt;si&gt;&lt;t&gt;text&lt;/t&gt;&lt;/si&gt;, by position
 *      -- xl/worksheets/sheet1.xml   &lt;row&gt;&lt;c r="B2" t="s"&gt;&lt;v&gt;position&lt;/v&gt;&lt;/c&gt;
 * </pre>
 */
final class Workbook {

    /** Of all parts together, unpacked: a tag table of all a CPU can have is a tenth of it. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int MAX_PARTS = 10_000;
    private static final int MAX_COLUMNS = 256;

    /** Also those that only fill up a row. */
    private static final int MAX_CELLS = 4_000_000;

    /** Of one cell: the limit of Excel itself. */
    private static final int MAX_CELL_CHARACTERS = 32_767;

    /** Of all cells: many of them may refer to the same text. */
    private static final long MAX_CHARACTERS = 64 << 20;

    private static final int MAX_SHARED = 1_000_000;

    private final String file;
    private byte[] strings = new byte[0];
    private byte[] sheet = new byte[0];
    private int unpacked;
    private int cells;
    private long characters;

    private Workbook(String file) {
        this.file = file;
    }

    static List<Tag> firstSheet(String file, byte[] bytes) {
        Workbook workbook = new Workbook(file);
        try {
            workbook.unpack(bytes);
            return Rows.tags(file, workbook.cells());
        } catch (IOException e) {
            throw new SymbolException(file, "not an .xlsx workbook: " + e.getMessage());
        } catch (XMLStreamException e) {
            throw Xml.wrong(file, e);
        }
    }

    private void unpack(byte[] bytes) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            int parts = 0;
            for (ZipEntry entry = next(zip); entry != null; entry = next(zip)) {
                if (++parts > MAX_PARTS) {
                    throw new SymbolException(file, "a workbook of more than " + MAX_PARTS + " parts");
                }
                if (entry.getName().equals("xl/sharedStrings.xml")) {
                    strings = part(zip);
                } else if (entry.getName().equals("xl/worksheets/sheet1.xml")) {
                    sheet = part(zip);
                } else {
                    passOver(zip);
                }
            }
        }
        if (sheet.length == 0) {
            throw new SymbolException(file, "not an .xlsx workbook: it has no sheet");
        }
    }

    private static @Nullable ZipEntry next(ZipInputStream zip) throws IOException {
        try {
            return zip.getNextEntry();
        } catch (IllegalArgumentException e) {
            throw new ZipException("the name of a part is not text");
        }
    }

    private byte[] part(InputStream zip) throws IOException {
        byte[] part = zip.readNBytes(MAX_BYTES - unpacked + 1);
        take(part.length);
        return part;
    }

    /** What is not wanted is unpacked too, to find what is behind it, but not kept. */
    private void passOver(InputStream zip) throws IOException {
        byte[] some = new byte[1 << 16];
        for (int bytes = zip.read(some); bytes >= 0; bytes = zip.read(some)) {
            take(bytes);
        }
    }

    private void take(int bytes) {
        if (bytes > MAX_BYTES - unpacked) {
            throw new SymbolException(file, "the workbook unpacks to more than " + MAX_BYTES + " bytes");
        }
        unpacked += bytes;
    }

    private List<String> sharedStrings() throws XMLStreamException {
        List<String> all = new ArrayList<>();
        if (strings.length == 0) {
            return all;
        }
        XMLStreamReader xml = Xml.open(new ByteArrayInputStream(strings));
        StringBuilder text = new StringBuilder();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT && xml.getLocalName().equals("si")) {
                text.setLength(0);
            } else if (event == XMLStreamConstants.START_ELEMENT
                    && xml.getLocalName().equals("t")) {
                text.append(xml.getElementText());
            } else if (event == XMLStreamConstants.END_ELEMENT
                    && xml.getLocalName().equals("si")) {
                all.add(cellText(text));
                if (all.size() > MAX_SHARED) {
                    throw new SymbolException(file, "more than " + MAX_SHARED + " texts");
                }
            }
        }
        return all;
    }

    private List<List<String>> cells() throws XMLStreamException {
        List<String> shared = sharedStrings();
        List<List<String>> rows = new ArrayList<>();
        XMLStreamReader xml = Xml.open(new ByteArrayInputStream(sheet));
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            if (xml.getLocalName().equals("row")) {
                rows.add(new ArrayList<>());
                if (rows.size() > Rows.MAX_ROWS) {
                    throw new SymbolException(file, "more than " + Rows.MAX_ROWS + " rows");
                }
            } else if (xml.getLocalName().equals("c") && !rows.isEmpty()) {
                cell(xml, shared, rows.get(rows.size() - 1));
            }
        }
        return rows;
    }

    private void cell(XMLStreamReader xml, List<String> shared, List<String> row) throws XMLStreamException {
        int column = column(xml.getAttributeValue(null, "r"), row.size());
        boolean isShared = "s".equals(xml.getAttributeValue(null, "t"));
        StringBuilder text = new StringBuilder();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("c")) {
                break;
            }
            if (event == XMLStreamConstants.START_ELEMENT
                    && (xml.getLocalName().equals("v") || xml.getLocalName().equals("t"))) {
                text.append(xml.getElementText());
            }
        }
        if (column >= MAX_COLUMNS) {
            return;
        }
        while (row.size() <= column) {
            row.add("");
            cells++;
        }
        String value = isShared ? shared(shared, text.toString()) : cellText(text);
        characters += value.length();
        if (cells > MAX_CELLS || characters > MAX_CHARACTERS) {
            throw new SymbolException(
                    file,
                    cells > MAX_CELLS
                            ? "more than " + MAX_CELLS + " cells"
                            : "all cells together have more than " + MAX_CHARACTERS + " characters");
        }
        row.set(column, value);
    }

    private String cellText(StringBuilder text) {
        if (text.length() > MAX_CELL_CHARACTERS) {
            throw new SymbolException(
                    file, "a cell of " + text.length() + " characters; at most " + MAX_CELL_CHARACTERS + " are right");
        }
        return text.toString();
    }

    private String shared(List<String> shared, String position) {
        try {
            int index = Integer.parseInt(position.strip());
            if (index >= 0 && index < shared.size()) {
                return shared.get(index);
            }
        } catch (NumberFormatException e) {
            // Said below: both are a position that leads nowhere.
        }
        throw new SymbolException(
                file,
                "a cell refers to text '" + position.substring(0, Math.min(20, position.length()))
                        + "', which the workbook does not have");
    }

    /** {@code BC7} is column 54; a cell without a place follows the one before it. */
    private static int column(@Nullable String place, int otherwise) {
        if (place == null) {
            return otherwise;
        }
        int column = 0;
        for (int i = 0; i < place.length() && place.charAt(i) >= 'A' && place.charAt(i) <= 'Z'; i++) {
            column = Math.min(26 * column + place.charAt(i) - 'A' + 1, MAX_COLUMNS + 1);
        }
        return column == 0 ? otherwise : column - 1;
    }
}
