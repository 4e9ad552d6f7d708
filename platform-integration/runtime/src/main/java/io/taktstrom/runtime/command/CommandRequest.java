package io.taktstrom.runtime.command;

import org.jspecify.annotations.Nullable;

/**
 * What a command asks for, read but not checked.
 *
 * @param id unique among all commands that have not expired
 * @param point name of the point to write
 * @param value as JSON has it, numbers in full precision
 * @param expires epoch nanoseconds, from which on it does nothing
 * @param expected the value that the point must have before; null for whatever it has
 */
record CommandRequest(
        String id,
        String point,
        Object value,
        long expires,
        @Nullable Object expected) {}
