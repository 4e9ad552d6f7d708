/**
 * Types of a server's variables, and their values between OPC UA's encoding and memory images.
 *
 * <pre>
 *   wire bytes --Layout.read--> memory image --> SampleBatch --> memory image --Layout.write--> wire bytes
 * </pre>
 *
 * <p>{@code MiloEncoding} is what is not hot as Milo's objects; {@code TextForm} and {@code EventText} make text of them.
 */
@NullMarked
package io.taktstrom.opcua.value;

import org.jspecify.annotations.NullMarked;
