/**
 * The log of a long-running command, and of libraries.
 *
 * <pre>
 *   events of the deployment (HealthEvents), notes of the command --.
 *   libraries (Logback; Logging configures it) ---------------------+--&gt; RunLog --&gt; RepeatFilter --&gt; LogLine --&gt; TerminalOutput
 *                                                                        levels     limits lines     text or
 *                                                                        by part    that are alike   JSON
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.log;

import org.jspecify.annotations.NullMarked;
