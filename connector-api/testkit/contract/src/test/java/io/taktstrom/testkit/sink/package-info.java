/**
 * Tests of the contract of sinks with a sink into memory, and with defects of it.
 */
@NullMarked
package io.taktstrom.testkit.sink;

import org.jspecify.annotations.NullMarked;
