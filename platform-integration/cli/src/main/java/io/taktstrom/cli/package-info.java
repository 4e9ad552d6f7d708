/**
 * The command line. Each command is a class in the package of its subject; this package assembles them.
 *
 * <pre>
 *  args --&gt; Takt (picocli)
 *             |--&gt; device       browse read write watch               one device, by its URI
 *             |--&gt; deployment   run validate explain find gather buffer   a deployment file
 *             |--&gt; replay       record replay                          what devices delivered, and a device that shows it again
 *             |--&gt; doctor, profile                                     this machine, a recording
 *             |--&gt; ads, s7, opcua   what only one protocol has: demo, discover, route; import; call, history, trust; simulate
 *             v
 *       live, monitoring, log   what is seen of a running deployment
 *       shell                   what all commands get; exit codes
 *       terminal                the one way to the outside
 * </pre>
 *
 * <p>Packages know only those below them; only {@code ads}, {@code s7} and {@code opcua} use classes of their connector.
 */
@NullMarked
package io.taktstrom.cli;

import org.jspecify.annotations.NullMarked;
