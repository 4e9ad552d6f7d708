/**
 * The buffer on disk, beside a plain file.
 *
 * <pre>
 *   samples --&gt; SampleLog --&gt; files       the same bytes --&gt; a file, in pieces as large
 *           &lt;--  (fetch)  &lt;--                           &lt;--
 *                write: forced at the end of each round, both of them
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.spill;

import org.jspecify.annotations.NullMarked;
