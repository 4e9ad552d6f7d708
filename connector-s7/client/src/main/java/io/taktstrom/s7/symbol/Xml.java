package io.taktstrom.s7.symbol;

import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Opens XML that a stranger may have written: no document types, no entities, nothing from elsewhere, no element inside
 * thousands of others.
 */
final class Xml {

    /** Of the elements that we look at, none has half as many around it, or half as many attributes. */
    private static final String MAX_NESTED = "64";

    private static final String MAX_ATTRIBUTES = "256";

    private Xml() {}

    static XMLStreamReader open(InputStream in) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setProperty("jdk.xml.maxElementDepth", MAX_NESTED);
        factory.setProperty("jdk.xml.elementAttributeLimit", MAX_ATTRIBUTES);
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
