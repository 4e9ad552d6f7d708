/**
 * What all commands have in common that are a device.
 *
 * <pre>
 *   --bind, --model, --seed --> SimulatorCommand --> URI on stdout, until stopped
 *                                     ^
 *        ads, s7, opcua: each starts its own; ModelFile finds what it has
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.simulate;

import org.jspecify.annotations.NullMarked;
