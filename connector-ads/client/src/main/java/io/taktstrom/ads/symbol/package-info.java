/**
 * Names become variables.
 *
 * <pre>
 *   Symbols: the cache, valid for one SymbolEpoch, as SymbolVersion shows
 *     |-- TableUpload --&gt; 0xF00E table --&gt; TypeCatalog ---.
 *     |                   0xF00B table --&gt; SymbolCatalog  |
 *     |                                      |  find("MAIN.axis[2].pos")  = the index-offset cache
 *     |                                      v            v
 *     |                                    Located: index group, offset, DataType
 *     `-- AdsResolver: AdsAddress, Located, or else the device's answer, VariableHandles --&gt; Resolution
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.symbol;

import org.jspecify.annotations.NullMarked;
