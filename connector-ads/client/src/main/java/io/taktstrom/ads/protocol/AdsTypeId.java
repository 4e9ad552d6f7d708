package io.taktstrom.ads.protocol;

/** Base type of a symbol or data type, ADST_*: 4 bytes (InfoSys "ADSDATATYPEID", TwinCAT Ads.h). */
public final class AdsTypeId {

    public static final int VOID = 0;
    public static final int INT16 = 2;
    public static final int INT32 = 3;
    public static final int REAL32 = 4;
    public static final int REAL64 = 5;
    public static final int INT8 = 16;
    public static final int UINT8 = 17;
    public static final int UINT16 = 18;
    public static final int UINT32 = 19;
    public static final int INT64 = 20;
    public static final int UINT64 = 21;
    /** Zero-terminated, one byte per character. */
    public static final int STRING = 30;
    /** Zero-terminated, UTF-16LE. */
    public static final int WSTRING = 31;

    public static final int REAL80 = 32;
    public static final int BIT = 33;
    /** A structure, a function block, or something else that the base types cannot say. */
    public static final int BIG_TYPE = 65;

    private AdsTypeId() {}
}
