package io.taktstrom.data;

/**
 * OPC UA status codes as {@code int} (OPC 10000-4, 7.39): the top two bits are the severity, bits 16 to 27 the sub
 * code, bits 0 to 15 flags. The values are those of the OPC Foundation's {@code StatusCode.csv}.
 *
 * <pre>
 *  31 30 | 29 28 | 27 ........ 16 | 15  14 | 13 12 11 10 | 9 8    7      | 6 .. 0
 *  sever.| reserv| sub code       | struct.| info type   |      overflow |
 * </pre>
 */
public final class StatusCode {

    public static final int GOOD = 0x0000_0000;
    /** The value is good but was forced or replaced locally. */
    public static final int GOOD_LOCAL_OVERRIDE = 0x0096_0000;
    /** Sampled in a lesser way than was asked for, because the device lacks resources. */
    public static final int GOOD_OVERLOAD = 0x002F_0000;

    public static final int UNCERTAIN = 0x4000_0000;
    /** The last value that was read; the device has not confirmed it since. */
    public static final int UNCERTAIN_LAST_USABLE_VALUE = 0x4090_0000;

    public static final int BAD = 0x8000_0000;
    public static final int BAD_INTERNAL_ERROR = 0x8002_0000;
    public static final int BAD_OUT_OF_MEMORY = 0x8003_0000;
    public static final int BAD_RESOURCE_UNAVAILABLE = 0x8004_0000;
    public static final int BAD_COMMUNICATION_ERROR = 0x8005_0000;
    public static final int BAD_ENCODING_ERROR = 0x8006_0000;
    public static final int BAD_DECODING_ERROR = 0x8007_0000;
    public static final int BAD_ENCODING_LIMITS_EXCEEDED = 0x8008_0000;
    public static final int BAD_TIMEOUT = 0x800A_0000;
    public static final int BAD_SERVICE_UNSUPPORTED = 0x800B_0000;
    public static final int BAD_TOO_MANY_OPERATIONS = 0x8010_0000;
    public static final int BAD_USER_ACCESS_DENIED = 0x801F_0000;
    public static final int BAD_NO_COMMUNICATION = 0x8031_0000;
    /** The device has not delivered a value since the connection was made. */
    public static final int BAD_WAITING_FOR_INITIAL_DATA = 0x8032_0000;

    public static final int BAD_NODE_ID_INVALID = 0x8033_0000;
    /** No such point on the device. */
    public static final int BAD_NODE_ID_UNKNOWN = 0x8034_0000;

    public static final int BAD_INDEX_RANGE_INVALID = 0x8036_0000;
    public static final int BAD_NOT_READABLE = 0x803A_0000;
    public static final int BAD_NOT_WRITABLE = 0x803B_0000;
    public static final int BAD_OUT_OF_RANGE = 0x803C_0000;
    public static final int BAD_NOT_SUPPORTED = 0x803D_0000;
    /** The value's type is not the point's type. */
    public static final int BAD_TYPE_MISMATCH = 0x8074_0000;

    public static final int BAD_CONFIGURATION_ERROR = 0x8089_0000;
    public static final int BAD_NOT_CONNECTED = 0x808A_0000;
    public static final int BAD_DEVICE_FAILURE = 0x808B_0000;
    public static final int BAD_OUT_OF_SERVICE = 0x808D_0000;
    public static final int BAD_INVALID_ARGUMENT = 0x80AB_0000;
    public static final int BAD_CONNECTION_CLOSED = 0x80AE_0000;
    public static final int BAD_INVALID_STATE = 0x80AF_0000;

    private static final int SEVERITY = 0xC000_0000;
    /** Info type DataValue (bits 10, 11) with the overflow bit (7): samples before this one were lost. */
    private static final int OVERFLOW = 0x0480;

    private static final int CODE = 0xFFFF_0000;

    private StatusCode() {}

    public static boolean isGood(int status) {
        return (status & SEVERITY) == GOOD;
    }

    public static boolean isUncertain(int status) {
        return (status & SEVERITY) == UNCERTAIN;
    }

    public static boolean isBad(int status) {
        return (status & BAD) != 0;
    }

    /** The same status, marked: samples of this point were lost just before this one. */
    public static int withOverflow(int status) {
        return status | OVERFLOW;
    }

    public static boolean hasOverflow(int status) {
        return (status & OVERFLOW) == OVERFLOW;
    }

    /** The same status without its info bits. */
    public static int codeOf(int status) {
        return status & CODE;
    }

    /**
     * The symbolic name of OPC UA, such as {@code Bad_NodeIdUnknown}, with {@code +Overflow} where that is set; an unknown
     * code in hexadecimal. Names of the standard's codes are the same objects each time.
     */
    public static String name(int status) {
        String known = StatusNames.name(codeOf(status));
        String name = known == null ? "0x%08X".formatted(codeOf(status)) : known;
        return hasOverflow(status) ? name + "+Overflow" : name;
    }

    /**
     * The code of a name, with or without its underscore, in any case: {@code Bad_NodeIdUnknown}, {@code BadNodeIdUnknown};
     * or of a number, {@code 0x80340000}.
     *
     * @throws IllegalArgumentException when it is neither
     */
    public static int parse(String text) {
        if (text.matches("0[xX][0-9A-Fa-f]{1,8}")) {
            return Integer.parseUnsignedInt(text.substring(2), 16);
        }
        return StatusNames.code(text);
    }
}
