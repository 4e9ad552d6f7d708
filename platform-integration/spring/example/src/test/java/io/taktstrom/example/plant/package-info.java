/** The example with real brokers and a simulated press. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.example.plant;
