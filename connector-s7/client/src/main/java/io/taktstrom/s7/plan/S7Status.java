package io.taktstrom.s7.plan;

import io.taktstrom.data.StatusCode;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.spi.DeviceErrorException;

/** S7 return codes and error codes as OPC UA status codes. */
public final class S7Status {

    private S7Status() {}

    /** The status of a variable with this return code. */
    public static int of(int returnCode) {
        return switch (returnCode) {
            case ReturnCode.OK -> StatusCode.GOOD;
            case ReturnCode.HARDWARE_ERROR -> StatusCode.BAD_DEVICE_FAILURE;
            case ReturnCode.ACCESS_DENIED -> StatusCode.BAD_USER_ACCESS_DENIED;
            case ReturnCode.INVALID_ADDRESS, ReturnCode.NOT_AVAILABLE -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case ReturnCode.TYPE_NOT_SUPPORTED, ReturnCode.TYPE_INCONSISTENT -> StatusCode.BAD_TYPE_MISMATCH;
            case ReturnCode.WRONG_LENGTH -> StatusCode.BAD_DECODING_ERROR;
            default -> StatusCode.BAD_DEVICE_FAILURE;
        };
    }

    /** That a request was refused as a whole. */
    public static DeviceErrorException refused(String what, int error) {
        return new DeviceErrorException(what + ": " + S7ErrorCode.describe(error), ofError(error), error);
    }

    /** The status for a request that was refused with this error. */
    public static int ofError(int error) {
        return switch (error) {
            case S7ErrorCode.FUNCTION_NOT_SUPPORTED,
                    S7ErrorCode.PROTECTION,
                    S7ErrorCode.NO_PERMISSION,
                    S7ErrorCode.WRONG_PASSWORD -> StatusCode.BAD_USER_ACCESS_DENIED;
            case S7ErrorCode.WRONG_PDU_SIZE -> StatusCode.BAD_TOO_MANY_OPERATIONS;
            case S7ErrorCode.BLOCK_NOT_FOUND -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case S7ErrorCode.SZL_ID_UNKNOWN, S7ErrorCode.SZL_INDEX_UNKNOWN -> StatusCode.BAD_SERVICE_UNSUPPORTED;
            default ->
                error >>> 8 == 0x83 || error >>> 8 == 0x84
                        ? StatusCode.BAD_RESOURCE_UNAVAILABLE
                        : StatusCode.BAD_DEVICE_FAILURE;
        };
    }
}
