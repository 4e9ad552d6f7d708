/**
 * The documentation as a site of plain HTML: made by the build, read without a server, without anything of another host.
 *
 * <pre>
 *  README.md, docs/**.md --&gt; Library --&gt; Links --&gt; Frame --&gt; folder of HTML
 *                              pages,     checked,   ^ \
 *                              anchors    rewritten  |  --&gt; SearchIndex --&gt; search-index.js
 *                                                    |
 *  docs/README.md -----------------------------&gt; Contents (parts, what comes before and after)
 * </pre>
 *
 * <p>One thread. Nothing of it is published; {@code ./takt site} and {@code ./takt dist} run it.
 */
@NullMarked
package io.taktstrom.site;

import org.jspecify.annotations.NullMarked;
