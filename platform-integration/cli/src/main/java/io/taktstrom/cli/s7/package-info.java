/**
 * Commands for S7 alone. Only here the command line uses classes of the connector.
 *
 * <pre>
 *   import s7 --> io.taktstrom.s7.symbol        simulate s7 --> io.taktstrom.s7.simulator
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.s7;

import org.jspecify.annotations.NullMarked;
