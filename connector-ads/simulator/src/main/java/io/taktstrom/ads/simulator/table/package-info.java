/**
 * The tables of symbols and data types, as TwinCAT 3.1 writes them.
 *
 * <pre>
 *  memory.PlcVariable --> SymbolTableWriter --+
 *  model.PlcType   --> TypeTableWriter ----+--> TableWriter --> SymbolTables, as uploads give them
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.table;

import org.jspecify.annotations.NullMarked;
