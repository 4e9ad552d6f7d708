package io.taktstrom.s7.protocol.s7;

/**
 * Why a request as a whole was refused: error class and error code of the header, or the error of a user data answer,
 * as one number. Names after Wireshark's dissection; 0x8104, 0x8500, 0xD209, 0xD20C, 0xD241 and 0xD402 are in captures.
 */
public final class S7ErrorCode {

    public static final int NONE = 0;
    public static final int FUNCTION_NOT_SUPPORTED = 0x8104;
    public static final int WRONG_PDU_SIZE = 0x8500;
    public static final int BLOCK_NOT_FOUND = 0xD209;
    public static final int INVALID_BLOCK_NUMBER = 0xD20E;
    public static final int PROTECTION = 0xD240;
    public static final int NO_PERMISSION = 0xD241;
    public static final int SZL_ID_UNKNOWN = 0xD401;
    public static final int SZL_INDEX_UNKNOWN = 0xD402;
    public static final int WRONG_PASSWORD = 0xD602;
    public static final int ALREADY_LEGITIMIZED = 0xD603;
    /** Also: there is no password to take back. */
    public static final int ALREADY_ENABLED = 0xD604;
    /** Wireshark and snap7 agree on it; 0xD604 they call differently. */
    public static final int NO_PASSWORD = 0xD605;

    private S7ErrorCode() {}

    /** For messages: {@code 0x8104 function refused; ...}. */
    public static String describe(int code) {
        return "0x%04X ".formatted(code) + text(code);
    }

    private static String text(int code) {
        return switch (code) {
            case NONE -> "no error";
            case FUNCTION_NOT_SUPPORTED ->
                "function refused; on S7-1200 and S7-1500, allow \"Permit access with PUT/GET communication from remote"
                        + " partner\" in the CPU's properties (Protection & Security), check that the access level is not"
                        + " \"No access\", and download the hardware configuration";
            case WRONG_PDU_SIZE -> "wrong size of the PDU; set a smaller pdu or maxItems";
            case BLOCK_NOT_FOUND, 0xD20C -> "block not found; check its number and that it is downloaded";
            case INVALID_BLOCK_NUMBER -> "block number invalid";
            case PROTECTION, NO_PERMISSION ->
                "the protection level forbids it; lower the CPU's protection, allow access in its properties, or give the"
                        + " CPU's password in the option password";
            case SZL_ID_UNKNOWN -> "the CPU does not have this system status list";
            case SZL_INDEX_UNKNOWN -> "the CPU does not have this index of the system status list";
            case WRONG_PASSWORD -> "wrong password; check the option password against the CPU's properties";
            case ALREADY_LEGITIMIZED -> "the password has been given already";
            case ALREADY_ENABLED -> "the connection may do all already; there is no password to give or to take back";
            case NO_PASSWORD -> "the CPU has no password; leave the option password out";
            default -> byClass(code >>> 8);
        };
    }

    private static String byClass(int errorClass) {
        return switch (errorClass) {
            case 0x81 -> "error of the application relationship; check rack, slot and connection type";
            case 0x82 -> "the object is not there in this form";
            case 0x83 -> "the CPU lacks resources for it; ask for less, or try again later";
            case 0x84 -> "the CPU is busy or in a state that does not allow it; try again later";
            case 0x85 -> "error in the supplies: the request does not fit the device";
            case 0x87 -> "access error; check address and rights";
            case 0xD2 -> "the block function failed";
            case 0xD4 -> "the information function failed";
            case 0xD6 -> "the protection function failed; check password and protection level";
            default -> "unknown error";
        };
    }
}
