/** The LINE device, and the proof that the connector passes the contract on it. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.example.line;
