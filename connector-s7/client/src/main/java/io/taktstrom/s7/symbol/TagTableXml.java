package io.taktstrom.s7.symbol;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads a PLC tag table in XML, in either form that TIA Portal writes.
 *
 * <pre>
 *  export of a table   &lt;Tagtable name="..."&gt;&lt;Tag type="Int" addr="%MW4" remark="..."&gt;name&lt;/Tag&gt;
 *  Openness            &lt;SW.Tags.PlcTag&gt;&lt;DataTypeName&gt;Int&lt;... &lt;LogicalAddress&gt;%MW4&lt;... &lt;Name&gt;name&lt;...
 * </pre>
 */
final class TagTableXml {

    private final String file;
    private final List<Tag> tags = new ArrayList<>();

    private TagTableXml(String file) {
        this.file = file;
    }

    static List<Tag> rows(String file, byte[] xml) {
        TagTableXml table = new TagTableXml(file);
        try {
            table.read(Xml.open(new ByteArrayInputStream(xml)));
        } catch (XMLStreamException e) {
            throw Xml.wrong(file, e);
        }
        return table.tags;
    }

    private void read(XMLStreamReader xml) throws XMLStreamException {
        boolean table = false;
        while (xml.hasNext()) {
            if (xml.next() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            String element = xml.getLocalName();
            if (element.equalsIgnoreCase("Tagtable") || element.equals("SW.Tags.PlcTagTable")) {
                table = true;
            } else if (element.equalsIgnoreCase("Tag")) {
                int row = xml.getLocation().getLineNumber();
                String type = attribute(xml, "type");
                String address = attribute(xml, "addr");
                String remark = attribute(xml, "remark");
                add(new Tag(xml.getElementText().strip(), type, address, remark, row));
            } else if (element.equals("SW.Tags.PlcTag")) {
                openness(xml);
            }
        }
        if (!table) {
            throw new SymbolException(file, "no PLC tag table: expected the element Tagtable or SW.Tags.PlcTagTable");
        }
    }

    private void openness(XMLStreamReader xml) throws XMLStreamException {
        int row = xml.getLocation().getLineNumber();
        String name = "";
        String type = "";
        String address = "";
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("SW.Tags.PlcTag")) {
                break;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (xml.getLocalName()) {
                    case "Name" -> name = xml.getElementText().strip();
                    case "DataTypeName" -> type = xml.getElementText().strip();
                    case "LogicalAddress" -> address = xml.getElementText().strip();
                    default -> {}
                }
            }
        }
        add(new Tag(name, type, address, "", row));
    }

    private void add(Tag tag) {
        if (tags.size() >= Rows.MAX_ROWS) {
            throw new SymbolException(file, "more than " + Rows.MAX_ROWS + " tags");
        }
        if (!tag.name().isEmpty()) {
            tags.add(tag);
        }
    }

    private static String attribute(XMLStreamReader xml, String name) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? "" : value;
    }
}
