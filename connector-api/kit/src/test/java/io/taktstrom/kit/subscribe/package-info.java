/** From a device to one sink, with sinks that are slow, throw and refuse. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.subscribe;
