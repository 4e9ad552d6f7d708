/**
 * The commands that only S7 has. Only here the command line knows the connector's classes.
 *
 * <pre>
 *   import s7 --> io.taktstrom.s7.symbol        simulate s7 --> io.taktstrom.s7.simulator
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.s7;

import org.jspecify.annotations.NullMarked;
