/**
 * The last sample of each point, for monitoring, beside the streams.
 *
 * <pre>
 *   scan's thread --&gt; ScanTap (a cell for each point, overwritten) --&gt; streams, as without it
 *                        ^
 *                        '-- read(point, TapReading): any thread, at any time; does not block
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.tap;

import org.jspecify.annotations.NullMarked;
