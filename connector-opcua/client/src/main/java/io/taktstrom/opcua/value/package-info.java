/**
 * Types of a server's variables, and their values between OPC UA's encoding and memory images.
 *
 * <pre>
 *   wire bytes --Layout.read--> memory image --> SampleBatch --> memory image --Layout.write--> wire bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.value;

import org.jspecify.annotations.NullMarked;
