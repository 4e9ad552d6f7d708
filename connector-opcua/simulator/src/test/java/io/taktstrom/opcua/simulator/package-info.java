/** Tests of the parts of the simulator. */
@NullMarked
package io.taktstrom.opcua.simulator;

import org.jspecify.annotations.NullMarked;
