/** Tests of what the simulators share. */
@NullMarked
package io.taktstrom.simulation;

import org.jspecify.annotations.NullMarked;
