/**
 * What a bug report needs, in one file without secrets.
 *
 * <pre>
 *   SupportCommand --&gt; SupportBundle --&gt; Redaction
 *         '--&gt; OtherProcess
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.support;

import org.jspecify.annotations.NullMarked;
