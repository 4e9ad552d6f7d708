package io.taktstrom.opcua.service;

import java.util.Locale;

/**
 * What is known of servers that they do not say themselves, or say wrongly. The figures are those that users of
 * benthos-umh have found to work (its source cites Siemens' system limits of OPC UA, entry 109755846, for the S7-1200); a
 * CPU can be configured for more or less.
 */
public enum ServerProfile {
    /** What the server says counts. */
    GENERIC("generic", 0, 0),

    /** Gets slow beyond some 200 entries, though it states 1000 and more; 1000 monitored items in all. */
    S7_1200("s7-1200", 100, 1000),

    /** States no limits; 10,000 monitored items in all with a CPU 1511 to 1513, more with larger ones. */
    S7_1500("s7-1500", 500, 10_000),

    /** Nothing is known that TF6100 does not state. */
    TWINCAT("twincat", 0, 0),

    /** States 10,000 for most services; 1000 are safe behind slow drivers. */
    IGNITION("ignition", 1000, 0);

    private final String text;
    private final int perRequest;
    private final int itemsInAll;

    /**
     * @param perRequest entries of one request; 0 for what the server says
     * @param itemsInAll monitored items of all clients together; 0 for unknown
     */
    ServerProfile(String text, int perRequest, int itemsInAll) {
        this.text = text;
        this.perRequest = perRequest;
        this.itemsInAll = itemsInAll;
    }

    /** Its name in options. */
    public String text() {
        return text;
    }

    /** Entries of one request; 0 for what the server says. */
    public int perRequest() {
        return perRequest;
    }

    /** Monitored items of all clients together; 0 for unknown. */
    public int itemsInAll() {
        return itemsInAll;
    }

    /** The profile of a name; generic for a name that is none. */
    public static ServerProfile named(String name) {
        for (ServerProfile profile : values()) {
            if (profile.text.equals(name)) {
                return profile;
            }
        }
        return GENERIC;
    }

    /** The profile of a server, by what it says of itself (BuildInfo). */
    static ServerProfile of(String manufacturer, String product) {
        String maker = manufacturer.toLowerCase(Locale.ROOT);
        String name = product.toLowerCase(Locale.ROOT);
        if (maker.contains("siemens")) {
            return name.contains("1200") ? S7_1200 : name.contains("1500") ? S7_1500 : GENERIC;
        }
        if (maker.contains("inductive automation") || name.contains("ignition")) {
            return IGNITION;
        }
        return maker.contains("beckhoff") || name.contains("twincat") ? TWINCAT : GENERIC;
    }
}
