/**
 * Tests of computed points and conditions.
 *
 * <pre>
 *  scan of the test --&gt; RunningComputed --&gt; a stream of the test
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.compute;

import org.jspecify.annotations.NullMarked;
