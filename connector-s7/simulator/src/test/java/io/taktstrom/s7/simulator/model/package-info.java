@NullMarked
package io.taktstrom.s7.simulator.model;

import org.jspecify.annotations.NullMarked;
