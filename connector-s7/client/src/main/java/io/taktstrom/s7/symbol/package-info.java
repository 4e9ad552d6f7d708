/**
 * Names of variables from what TIA Portal and STEP 7 export. No network; reads files that strangers may have written.
 *
 * <pre>
 *  .db .udt .scl .awl --> SourceText --> BlockSource, Declarations --> TypeLookup: places --> SymbolTree --.
 *  .xlsx --> Workbook ----.                                            SystemTypes                         |
 *  .xml  --> TagTableXml -+--> Tag --------------------------------------------------------------> ImportedSymbol
 * </pre>
 *
 * <p>What cannot be taken costs itself: it is left out, with a note. What an import may come to is limited, see
 * ImportBudget: a small file can say much.
 */
@NullMarked
package io.taktstrom.s7.symbol;

import org.jspecify.annotations.NullMarked;
