/** Tests of the simulator. */
@NullMarked
package io.taktstrom.s7.simulator;

import org.jspecify.annotations.NullMarked;
