package io.taktstrom.expression;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * What an evaluation has given.
 *
 * @param status Good, or why there is no value
 * @param bits of a scalar, as in a sample
 * @param text of a string, as UTF-8; null of a scalar
 * @param reason why there is no value; empty when there is one
 */
@SuppressWarnings("ArrayRecordComponent") // it goes from here into a sample
public record Result(int status, long bits, byte @Nullable [] text, String reason) {

    static Result of(long bits) {
        return new Result(StatusCode.GOOD, bits, null, "");
    }

    static Result of(byte[] text) {
        return new Result(StatusCode.GOOD, 0, text, "");
    }

    /** Without a value. */
    public static Result failed(int status, String reason) {
        return new Result(status, 0, null, reason);
    }
}
