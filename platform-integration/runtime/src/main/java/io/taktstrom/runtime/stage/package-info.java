/**
 * The stages that a deployment file can name.
 *
 * <pre>
 *  stages: [{type: everyNth, n: 10}]  --StageConfig--&gt; EveryNthOpener --&gt; EveryNth (one for each source)
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.stage;

import org.jspecify.annotations.NullMarked;
