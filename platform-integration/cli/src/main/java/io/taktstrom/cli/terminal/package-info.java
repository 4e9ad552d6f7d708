/**
 * The one way to the outside: everything that is shown passes a TerminalOutput.
 *
 * <pre>
 *   text, listings, help, progress --&gt; TerminalOutput --&gt; stdout, stderr
 *   log, libraries' prints, traces -----^   |
 *                                           '-- Printable: never control characters, never a line that is not ours
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.terminal;

import org.jspecify.annotations.NullMarked;
