/**
 * What meters cost where samples are pushed.
 *
 * <pre>
 *  takt_bench       --&gt; a JVM, several times
 *                        batch --&gt; ManagedConnection --&gt; Pipeline --&gt; sink            off
 *                        batch --&gt; ManagedConnection --&gt; Pipeline --&gt; sink            on, in turns with it
 *                                        ^                  ^
 *                                        '--- StreamMeters -'--- scraped ten times a second
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.meters;

import org.jspecify.annotations.NullMarked;
