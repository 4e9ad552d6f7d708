@NullMarked
package io.taktstrom.s7.simulator.memory;

import org.jspecify.annotations.NullMarked;
