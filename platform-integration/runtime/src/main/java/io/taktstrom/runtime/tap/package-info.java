/**
 * The last sample of each point, for whoever looks on while the streams go their way.
 *
 * <pre>
 *   scan's thread --&gt; ScanTap (a cell for each point, overwritten) --&gt; streams, as without it
 *                        ^
 *                        '-- read(point, TapReading): whoever looks, whenever it likes; holds up nobody
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.tap;

import org.jspecify.annotations.NullMarked;
