package io.taktstrom.ads.protocol;

/** Index groups that mean the same on every PLC (InfoSys "Specification of the ADS system services", TwinCAT Ads.h). */
public final class IndexGroup {

    /** PLC memory, %M, offset in bytes. */
    public static final int PLC_MEMORY = 0x4020;
    /** PLC memory, %MX, offset in bits: byte * 8 + bit. */
    public static final int PLC_MEMORY_BIT = 0x4021;
    /** PLC data (all variables without an address), offset in bytes. */
    public static final int PLC_DATA = 0x4040;
    /** PLC data, offset in bits: byte * 8 + bit. */
    public static final int PLC_DATA_BIT = 0x4041;

    /** ReadWrite: name in, 4-byte handle out. */
    public static final int HANDLE_BY_NAME = 0xF003;
    /** Read, or ReadWrite with a name in: value out. */
    public static final int VALUE_BY_NAME = 0xF004;
    /** Read, write, notify: the offset is the handle. */
    public static final int VALUE_BY_HANDLE = 0xF005;
    /** Write: 4-byte handle. */
    public static final int RELEASE_HANDLE = 0xF006;
    /** ReadWrite: name in, index group, index offset and length out, 4 bytes each. */
    public static final int INFO_BY_NAME = 0xF007;
    /** Read, notify: 1 byte, counts up with each download. */
    public static final int SYMBOL_VERSION = 0xF008;
    /** ReadWrite: name in, one symbol entry out, see {@link SymbolTable}. */
    public static final int SYMBOL_BY_NAME = 0xF009;
    /** Read: the whole symbol table, see {@link SymbolTable}. */
    public static final int SYMBOL_UPLOAD = 0xF00B;
    /** Read: 8 bytes, see {@link UploadSizes}. */
    public static final int SYMBOL_UPLOAD_SIZES = 0xF00C;
    /** Read: the whole data type table, see {@link DataTypeTable}. */
    public static final int DATA_TYPE_UPLOAD = 0xF00E;
    /** Read: 24 or 64 bytes, see {@link UploadSizes}. */
    public static final int UPLOAD_SIZES = 0xF00F;
    /** ReadWrite: type name in, one data type entry out, see {@link DataTypeTable}. */
    public static final int DATA_TYPE_BY_NAME = 0xF011;

    /** Process image, inputs, offset in bytes. */
    public static final int INPUT = 0xF020;
    /** Process image, inputs, offset in bits. */
    public static final int INPUT_BIT = 0xF021;
    /** Process image, outputs, offset in bytes. */
    public static final int OUTPUT = 0xF030;
    /** Process image, outputs, offset in bits. */
    public static final int OUTPUT_BIT = 0xF031;

    /** ReadWrite: {@code n} reads, see {@link SumCommand}. The index offset of all sum commands is their item count. */
    public static final int SUM_READ = 0xF080;
    /** ReadWrite: {@code n} writes, see {@link SumCommand}. */
    public static final int SUM_WRITE = 0xF081;
    /** ReadWrite: {@code n} read-writes, each with the lengths of what is read and written. */
    public static final int SUM_READ_WRITE = 0xF082;
    /** ReadWrite: {@code n} reads; results carry their lengths, data has the requested lengths. */
    public static final int SUM_READ_EX = 0xF083;
    /** ReadWrite: {@code n} reads; results carry their lengths, data has the returned lengths. */
    public static final int SUM_READ_EX2 = 0xF084;
    /** ReadWrite: adds {@code n} notifications, see {@link SumCommand}. */
    public static final int SUM_ADD_NOTIFICATION = 0xF085;
    /** ReadWrite: deletes {@code n} notifications, see {@link SumCommand}. */
    public static final int SUM_DELETE_NOTIFICATION = 0xF086;

    /** Offset 0: ADS state, offset 2: device state, 2 bytes each; can be notified. */
    public static final int DEVICE_STATE = 0xF100;

    private IndexGroup() {}
}
