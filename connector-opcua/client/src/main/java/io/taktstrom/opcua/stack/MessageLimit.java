package io.taktstrom.opcua.stack;

/**
 * How large one answer may be.
 *
 * @param bytes most of a message, what all its chunks carry
 * @param remedy what to change for it to be more
 */
record MessageLimit(int bytes, String remedy) {}
