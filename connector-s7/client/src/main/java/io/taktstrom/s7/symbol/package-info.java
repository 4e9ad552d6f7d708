/**
 * Names of variables from what TIA Portal and STEP 7 export. No network; reads files that strangers may have written.
 *
 * <pre>
 *  .db .udt .scl .awl --> SourceText --> BlockSource: declarations --> TypeLookup: places --> SymbolTree --.
 *  .xlsx --> Workbook ----.                                                                               |
 *  .xml  --> TagTableXml -+--> Tag ------------------------------------------------------------> ImportedSymbol
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.symbol;

import org.jspecify.annotations.NullMarked;
