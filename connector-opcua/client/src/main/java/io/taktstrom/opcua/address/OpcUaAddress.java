package io.taktstrom.opcua.address;

/** The address of a point, as far as it can be understood without its server: the same parser judges it and resolves it. */
public sealed interface OpcUaAddress permits NodeAddress, PathAddress, EventAddress {

    /** How all of them are written, as a regular expression that lets some pass that are none. */
    String PATTERN = EventAddress.PATTERN + "|/.+|" + NodeAddress.PATTERN;

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException when it is none; the message says what is wrong, and what would be right
     */
    static OpcUaAddress parse(String text) {
        if (text.startsWith(EventAddress.SCHEME)) {
            return EventAddress.parse(text);
        }
        return text.startsWith("/") ? PathAddress.parse(text) : NodeAddress.parse(text);
    }
}
