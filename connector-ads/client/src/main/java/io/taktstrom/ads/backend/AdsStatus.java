package io.taktstrom.ads.backend;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.DeviceErrorException;

/** ADS return codes as OPC UA status codes. */
public final class AdsStatus {

    /** What a point has whose address may have moved, until it is resolved again. */
    public static final int STALE = StatusCode.BAD_OUT_OF_SERVICE;

    private AdsStatus() {}

    /** The status of a value that could not be read. Allocates nothing for the codes that devices use every day. */
    public static int of(int code) {
        return switch (code) {
            case AdsErrorCode.NO_ERROR -> StatusCode.GOOD;
            case AdsErrorCode.TARGET_PORT_NOT_FOUND, AdsErrorCode.TARGET_MACHINE_NOT_FOUND ->
                StatusCode.BAD_NO_COMMUNICATION;
            case AdsErrorCode.SERVICE_NOT_SUPPORTED, AdsErrorCode.UNKNOWN_COMMAND -> StatusCode.BAD_SERVICE_UNSUPPORTED;
            case AdsErrorCode.INVALID_INDEX_GROUP, AdsErrorCode.INVALID_INDEX_OFFSET -> StatusCode.BAD_NODE_ID_INVALID;
            case AdsErrorCode.INVALID_ACCESS -> StatusCode.BAD_NOT_READABLE;
            case AdsErrorCode.INVALID_SIZE -> StatusCode.BAD_TYPE_MISMATCH;
            case AdsErrorCode.INVALID_DATA -> StatusCode.BAD_OUT_OF_RANGE;
            case AdsErrorCode.NOT_READY, AdsErrorCode.INVALID_STATE -> StatusCode.BAD_INVALID_STATE;
            case AdsErrorCode.BUSY -> StatusCode.BAD_RESOURCE_UNAVAILABLE;
            case AdsErrorCode.NO_MEMORY -> StatusCode.BAD_OUT_OF_MEMORY;
            case AdsErrorCode.INVALID_PARAMETER -> StatusCode.BAD_INVALID_ARGUMENT;
            case AdsErrorCode.NOT_FOUND, AdsErrorCode.SYMBOL_NOT_FOUND -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case AdsErrorCode.SYMBOL_VERSION_INVALID,
                    AdsErrorCode.NOTIFICATION_HANDLE_INVALID,
                    AdsErrorCode.CLIENT_UNKNOWN,
                    AdsErrorCode.SYMBOL_NOT_ACTIVE -> STALE;
            case AdsErrorCode.TRANSMISSION_MODE_NOT_SUPPORTED -> StatusCode.BAD_NOT_SUPPORTED;
            case AdsErrorCode.NO_MORE_HANDLES, AdsErrorCode.INVALID_WATCH_SIZE -> StatusCode.BAD_TOO_MANY_OPERATIONS;
            case AdsErrorCode.DEVICE_TIMEOUT, AdsErrorCode.CLIENT_TIMEOUT -> StatusCode.BAD_TIMEOUT;
            case AdsErrorCode.INVALID_ARRAY_INDEX -> StatusCode.BAD_INDEX_RANGE_INVALID;
            case AdsErrorCode.ACCESS_DENIED -> StatusCode.BAD_USER_ACCESS_DENIED;
            default -> ofReaction(AdsErrorCode.of(code).reaction());
        };
    }

    private static int ofReaction(AdsErrorCode.Reaction reaction) {
        return switch (reaction) {
            case NONE -> StatusCode.GOOD;
            case RE_RESOLVE -> STALE;
            case RETRY -> StatusCode.BAD_RESOURCE_UNAVAILABLE;
            case CONFIGURATION -> StatusCode.BAD_CONFIGURATION_ERROR;
            case CAPACITY -> StatusCode.BAD_TOO_MANY_OPERATIONS;
            case UNKNOWN -> StatusCode.BAD_DEVICE_FAILURE;
        };
    }

    /** The status of a value that could not be written. */
    public static int ofWrite(int code) {
        return code == AdsErrorCode.INVALID_ACCESS ? StatusCode.BAD_NOT_WRITABLE : of(code);
    }

    /** Whether it says that the device has no sum commands. */
    public static boolean lacksSums(int code) {
        return code == AdsErrorCode.SERVICE_NOT_SUPPORTED || code == AdsErrorCode.INVALID_INDEX_GROUP;
    }

    /** Whether the code says that handles and addresses may have moved, as after an online change. */
    public static boolean isStale(int code) {
        return of(code) == STALE;
    }

    /** A request that we refuse as a whole, because the device has more to say than was granted; {@code why} says what. */
    public static DeviceErrorException limited(String what, Throwable why) {
        return new DeviceErrorException(what + ": " + why.getMessage(), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED, 0);
    }

    /** A request that the device refused as a whole; {@code what} says which and where. */
    public static DeviceErrorException refused(String what, int code) {
        return new DeviceErrorException(what + ": " + AdsErrorCode.of(code), of(code), code);
    }
}
