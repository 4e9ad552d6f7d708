package io.taktstrom.s7.simulator.memory;

import java.nio.ByteBuffer;

import io.taktstrom.model.DataType;

/** What a variable is, or each element of an array. */
public sealed interface Element permits Elementary, TextElement {

    /** Bytes in the CPU. */
    int bytes();

    /** What it is outside of the CPU. */
    DataType dataType();

    /** As addresses name it. */
    String text();

    /**
     * Copies a value into the CPU's memory.
     *
     * @param image as {@link DataType} has it
     * @param bit of a {@code BOOL}
     * @return false, and nothing is written, if the CPU's type cannot hold the value
     */
    boolean store(ByteBuffer image, int imageAt, ByteBuffer memory, int at, int bit);

    /** Copies a value out of the CPU's memory. */
    void load(ByteBuffer memory, int at, int bit, ByteBuffer image, int imageAt);
}
