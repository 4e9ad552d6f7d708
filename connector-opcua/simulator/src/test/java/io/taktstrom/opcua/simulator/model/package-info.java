/** Tests of model files. */
@NullMarked
package io.taktstrom.opcua.simulator.model;

import org.jspecify.annotations.NullMarked;
