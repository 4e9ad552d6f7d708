package io.taktstrom.ads.protocol;

import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.stream.Collectors;

/**
 * What an ADS return code says: the AMS header's error, the result of a command, the result of one item of a sum
 * command. All use the same numbers.
 *
 * @param code as on the wire
 * @param name the vendor's symbolic name, {@code UNKNOWN} for a number that is not in the table
 * @param text what happened
 * @param remedy what to do about it; empty if there is nothing to do
 */
public record AdsErrorCode(int code, String name, String text, String remedy, Reaction reaction) {

    /** What helps, for a program. */
    public enum Reaction {
        /** No error. */
        NONE,
        /** Handles, offsets or types are stale, as after an online change: resolve the symbols again. */
        RE_RESOLVE,
        /** May work later without any change: back off and try again. */
        RETRY,
        /** Will not work until an operator changes an address, a route, a right, a licence or the PLC program. */
        CONFIGURATION,
        /** Too much asked for at once: ask for less. */
        CAPACITY,
        /** Not in the table: count it, try again slowly. */
        UNKNOWN
    }

    public static final int NO_ERROR = 0;
    public static final int MAILBOX_FULL = 0x4;
    public static final int TARGET_PORT_NOT_FOUND = 0x6;
    public static final int TARGET_MACHINE_NOT_FOUND = 0x7;
    public static final int UNKNOWN_COMMAND = 0x8;
    public static final int INVALID_AMS_LENGTH = 0xE;
    public static final int DEVICE_ERROR = 0x700;
    public static final int SERVICE_NOT_SUPPORTED = 0x701;
    public static final int INVALID_INDEX_GROUP = 0x702;
    public static final int INVALID_INDEX_OFFSET = 0x703;
    public static final int INVALID_ACCESS = 0x704;
    public static final int INVALID_SIZE = 0x705;
    public static final int INVALID_DATA = 0x706;
    public static final int NOT_READY = 0x707;
    public static final int BUSY = 0x708;
    public static final int NO_MEMORY = 0x70A;
    public static final int INVALID_PARAMETER = 0x70B;
    public static final int NOT_FOUND = 0x70C;
    public static final int SYMBOL_NOT_FOUND = 0x710;
    public static final int SYMBOL_VERSION_INVALID = 0x711;
    public static final int INVALID_STATE = 0x712;
    public static final int TRANSMISSION_MODE_NOT_SUPPORTED = 0x713;
    public static final int NOTIFICATION_HANDLE_INVALID = 0x714;
    public static final int CLIENT_UNKNOWN = 0x715;
    public static final int NO_MORE_HANDLES = 0x716;
    public static final int INVALID_WATCH_SIZE = 0x717;
    public static final int DEVICE_TIMEOUT = 0x719;
    public static final int INVALID_ARRAY_INDEX = 0x721;
    public static final int SYMBOL_NOT_ACTIVE = 0x722;
    public static final int ACCESS_DENIED = 0x723;
    /** From here on the codes are the client's own. */
    public static final int CLIENT_ERROR = 0x740;

    public static final int CLIENT_TIMEOUT = 0x745;

    private static final Map<Integer, AdsErrorCode> TABLE = table();

    private static Map<Integer, AdsErrorCode> table() {
        ResourceBundle rows = ResourceBundle.getBundle(
                "io.taktstrom.ads.protocol.return-codes", Locale.ROOT, AdsErrorCode.class.getClassLoader());
        return rows.keySet().stream()
                .map(code ->
                        row(Integer.parseInt(code, 16), rows.getString(code).split("\\|", -1)))
                .collect(Collectors.toUnmodifiableMap(AdsErrorCode::code, row -> row));
    }

    private static AdsErrorCode row(int code, String[] cells) {
        String remedy = cells.length > 3 ? cells[3] : "";
        return new AdsErrorCode(code, cells[1], cells[2], remedy, Reaction.valueOf(cells[0]));
    }

    /** Never fails: a number that is not in the table gives a description that says so. */
    public static AdsErrorCode of(int code) {
        AdsErrorCode known = TABLE.get(code);
        return known != null
                ? known
                : new AdsErrorCode(
                        code,
                        "UNKNOWN",
                        "unknown ADS return code",
                        "look it up on InfoSys, page \"ADS Return Codes\"",
                        Reaction.UNKNOWN);
    }

    /** The code as vendor documents write it: {@code 0x710}. */
    public static String hex(int code) {
        return "0x" + Integer.toHexString(code).toUpperCase(Locale.ROOT);
    }

    /** For messages that say themselves what to do: {@code 0x710 symbol not found}. */
    public String withoutRemedy() {
        return hex(code) + " " + text;
    }

    /** For messages: {@code 0x710 symbol not found; check the name, or browse}. */
    @Override
    public String toString() {
        return withoutRemedy() + (remedy.isEmpty() ? "" : "; " + remedy);
    }
}
