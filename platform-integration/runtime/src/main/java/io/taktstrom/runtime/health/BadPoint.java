package io.taktstrom.runtime.health;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;

/**
 * A point whose last sample has no value.
 *
 * @param name in the deployment
 * @param address in the device
 * @param status without its info bits
 */
public record BadPoint(String name, String address, int status) {

    public static BadPoint of(DataPoint point, int status) {
        return new BadPoint(point.name(), point.address(), StatusCode.codeOf(status));
    }

    /** The reason, for people: {@code Bad_NodeIdUnknown (not found on the device)}. */
    public String reason() {
        String known = known();
        return StatusCode.name(status) + (known.isEmpty() ? "" : " (" + known + ")");
    }

    private String known() {
        return switch (status) {
            case StatusCode.BAD_NODE_ID_UNKNOWN -> "not found on the device";
            case StatusCode.BAD_NODE_ID_INVALID -> "not an address of this device";
            case StatusCode.BAD_NOT_READABLE -> "cannot be read";
            case StatusCode.BAD_USER_ACCESS_DENIED -> "access denied";
            case StatusCode.BAD_TYPE_MISMATCH -> "another type than stated";
            case StatusCode.BAD_TIMEOUT -> "no answer in time";
            case StatusCode.BAD_NO_COMMUNICATION -> "its source does not answer";
            default -> "";
        };
    }

    /** With its address where that is not its name. */
    String where() {
        return name.equals(address) ? name : name + " (" + address + ")";
    }

    @Override
    public String toString() {
        return where() + " " + reason();
    }
}
