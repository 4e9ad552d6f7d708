/**
 * The command line. Each command is a class in the room of what it is about; this package only puts them together.
 *
 * <pre>
 *  args --&gt; Takt (picocli)
 *             |--&gt; device       browse read write watch               one device, by its URI
 *             |--&gt; deployment   run validate explain find schema      a deployment file
 *             |--&gt; doctor, setup   doctor, help completion             this machine
 *             |--&gt; ads, s7, opcua   what only one protocol has: demo, discover, route; import; call, history, trust;
 *             |                     simulate, on the base in the room of that name
 *             v
 *       live, http   what is seen of a running deployment
 *       shell        what all commands get; exit codes
 *       terminal     the one way to the outside
 * </pre>
 *
 * <p>Rooms know only those below them; only {@code ads}, {@code s7} and {@code opcua} know classes of their connector.
 */
@NullMarked
package io.taktstrom.cli;

import org.jspecify.annotations.NullMarked;
