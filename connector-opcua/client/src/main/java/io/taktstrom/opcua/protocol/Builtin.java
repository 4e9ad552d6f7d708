package io.taktstrom.opcua.protocol;

/** The built-in types by their number on the wire (OPC 10000-6, table 1). */
public final class Builtin {

    public static final int BOOLEAN = 1;
    public static final int SBYTE = 2;
    public static final int BYTE = 3;
    public static final int INT16 = 4;
    public static final int UINT16 = 5;
    public static final int INT32 = 6;
    public static final int UINT32 = 7;
    public static final int INT64 = 8;
    public static final int UINT64 = 9;
    public static final int FLOAT = 10;
    public static final int DOUBLE = 11;
    public static final int STRING = 12;
    public static final int DATE_TIME = 13;
    public static final int GUID = 14;
    public static final int BYTE_STRING = 15;
    public static final int XML_ELEMENT = 16;
    public static final int NODE_ID = 17;
    public static final int EXPANDED_NODE_ID = 18;
    public static final int STATUS_CODE = 19;
    public static final int QUALIFIED_NAME = 20;
    public static final int LOCALIZED_TEXT = 21;
    public static final int EXTENSION_OBJECT = 22;
    public static final int DATA_VALUE = 23;
    public static final int VARIANT = 24;
    public static final int DIAGNOSTIC_INFO = 25;

    /** Bytes of each type that always has the same; 0 for the others. */
    private static final int[] FIXED = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 8, 16, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0};

    private Builtin() {}

    /** Bytes that every value of this type takes; 0 when they differ. */
    public static int fixedBytes(int builtin) {
        return builtin >= 0 && builtin < FIXED.length ? FIXED[builtin] : 0;
    }
}
