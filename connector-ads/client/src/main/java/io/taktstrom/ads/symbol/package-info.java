/**
 * What a device's symbol and data-type tables mean: names become places and types, with no round trip. No I/O; immutable
 * and thread-safe, but for a cursor.
 *
 * <pre>
 *  0xF00E table --> TypeCatalog --------------.
 *  0xF00B table --> SymbolCatalog             |
 *                     |  find("MAIN.axis[2].pos")  = the index-offset cache
 *                     v                       v
 *                   Located: index group, offset, DataType
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.symbol;

import org.jspecify.annotations.NullMarked;
