/**
 * The one way out: whatever is shown passes an Outlet.
 *
 * <pre>
 *   text, tables, help, progress --> Outlet --> stdout, stderr
 *   log, libraries' prints, traces ----^   |
 *                                          '-- Printable: never controls, never a line that is not ours
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.terminal;

import org.jspecify.annotations.NullMarked;
