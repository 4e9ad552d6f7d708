/**
 * The command line. Each command is a class; none knows another.
 *
 * <pre>
 *  args --> Takt (picocli) --> one of  demo run validate explain find browse read write watch
 *             |                        simulate schema doctor completion
 *             |                                |
 *        exit code 0, 1, 2              Shell: Terminal (streams, colours, size) --&gt; Outlet --&gt; stdout, stderr
 *                                              StopSignal (SIGINT, SIGTERM)           ^ Printable: text, never controls
 *                                       log, libraries' prints, dying threads --------+
 * </pre>
 */
@NullMarked
package io.taktstrom.cli;

import org.jspecify.annotations.NullMarked;
