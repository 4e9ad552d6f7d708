package io.taktstrom.s7.symbol;

import io.taktstrom.s7.address.S7Address;

/**
 * A variable with a name.
 *
 * @param name of the program: {@code Line.drives[2].speed}, or that of a PLC tag
 * @param comment of the tag table, or empty
 */
public record ImportedSymbol(String name, S7Address address, String comment) {}
