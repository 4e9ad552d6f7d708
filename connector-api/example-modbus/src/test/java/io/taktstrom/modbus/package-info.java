/** Modbus on a device of its own, on other people's servers, and in the examples of the documentation. */
@NullMarked
package io.taktstrom.modbus;

import org.jspecify.annotations.NullMarked;
