/** Tests of the simulator: its parts, and with clients that nobody here wrote. */
@NullMarked
package io.taktstrom.opcua.simulator;

import org.jspecify.annotations.NullMarked;
