/**
 * The log of a command that runs for long.
 *
 * <pre>
 *   what happens to the deployment (HealthEvents), notes of the command --.
 *   libraries (Logback) --LogbackTap--------------------------------------+--&gt; RunLog --&gt; Repeats --&gt; LogLine --&gt; Outlet
 *                                                                              levels     at most so     text or
 *                                                                              by part    many alike     JSON
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.log;

import org.jspecify.annotations.NullMarked;
