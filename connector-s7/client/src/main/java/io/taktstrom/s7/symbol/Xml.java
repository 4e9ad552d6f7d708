package io.taktstrom.s7.symbol;

import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Opens XML that a stranger may have written: no document types, no entities, nothing from elsewhere. */
final class Xml {

    private Xml() {}

    static XMLStreamReader open(InputStream in) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory.createXMLStreamReader(in);
    }

    static SymbolException wrong(String file, XMLStreamException e) {
        return new SymbolException(
                file,
                Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getLineNumber()),
                Math.max(1, e.getLocation() == null ? 1 : e.getLocation().getColumnNumber()),
                "this is no XML that we read: " + e.getMessage());
    }
}
