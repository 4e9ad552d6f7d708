/**
 * What a connector says of itself, once. Schema, documentation, help, completion and validation all come from here.
 *
 * <pre>
 *  ConnectorDescriptor
 *    scheme, default port, capabilities, address grammar
 *    Option ... Option        name, OptionType (range), default, secret, required
 *        |
 *        +--> JSON Schema   reference page   --help   validation messages   Endpoint (from a URI or a file)
 * </pre>
 */
@NullMarked
package io.taktstrom.descriptor;

import org.jspecify.annotations.NullMarked;
