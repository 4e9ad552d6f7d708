/**
 * What one does with the samples that a stream has left on disk, while no run has them.
 *
 * <pre>
 *   FILE [STREAM.SINK] --&gt; ChosenBuffers --&gt; show: what lies there | drain: to its sink | drop: nowhere
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.buffer;

import org.jspecify.annotations.NullMarked;
