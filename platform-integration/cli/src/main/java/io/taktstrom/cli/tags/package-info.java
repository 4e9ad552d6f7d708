/**
 * Tag lists of other programs as points.
 *
 * <pre>
 *   ImportCsvCommand --&gt; TagReader --&gt; KepwareTags, IgnitionTags --&gt; ExportedTag
 *          '--&gt; TagPoints
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.tags;

import org.jspecify.annotations.NullMarked;
