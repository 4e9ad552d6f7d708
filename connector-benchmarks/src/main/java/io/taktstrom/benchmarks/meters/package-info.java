/**
 * JMH: what meters cost where samples are pushed.
 *
 * <pre>
 *  batch --&gt; ManagedConnection --&gt; Pipeline --&gt; sink           off
 *                  ^                  ^
 *                  '--- StreamMeters -'--- scraped ten times a second      on
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.meters;

import org.jspecify.annotations.NullMarked;
