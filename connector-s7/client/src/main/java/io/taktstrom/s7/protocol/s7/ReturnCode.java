package io.taktstrom.s7.protocol.s7;

/**
 * What became of one item of a read or a write. Names after Wireshark's dissection; 0x05 and 0x0A are in captures
 * of real CPUs.
 */
public final class ReturnCode {

    public static final int RESERVED = 0x00;
    public static final int HARDWARE_ERROR = 0x01;
    public static final int ACCESS_DENIED = 0x03;
    public static final int INVALID_ADDRESS = 0x05;
    public static final int TYPE_NOT_SUPPORTED = 0x06;
    public static final int TYPE_INCONSISTENT = 0x07;
    public static final int NOT_AVAILABLE = 0x0A;
    public static final int OK = 0xFF;

    /** No code of the protocol: the item came, but with another number of bytes than was asked for. */
    public static final int WRONG_LENGTH = 0x100;

    private ReturnCode() {}

    /** For messages: {@code 0x05 address out of range; check ...}. */
    public static String describe(int code) {
        if (code == WRONG_LENGTH) {
            return "the device answers with another number of bytes than was asked for; check the type in the address, or read"
                    + " the variable in parts";
        }
        return "0x%02X ".formatted(code)
                + switch (code) {
                    case OK -> "good";
                    case RESERVED -> "no result";
                    case HARDWARE_ERROR -> "hardware error; check the module behind the address";
                    case ACCESS_DENIED ->
                        "access denied; check the CPU's protection level and its option \"Permit access with PUT/GET"
                                + " communication\"";
                    case INVALID_ADDRESS ->
                        "address out of range; check the length of the area or data block, and that the block does not have"
                                + " \"Optimized block access\"";
                    case TYPE_NOT_SUPPORTED -> "data type not supported by the device";
                    case TYPE_INCONSISTENT -> "data type inconsistent with the address or its length";
                    case NOT_AVAILABLE ->
                        "object does not exist; check the number of the data block, that it is downloaded, and that it does not"
                                + " have \"Optimized block access\"";
                    default -> "unknown return code";
                };
    }
}
