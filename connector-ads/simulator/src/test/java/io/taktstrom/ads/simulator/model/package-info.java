/** Tests of the models. */
@NullMarked
package io.taktstrom.ads.simulator.model;

import org.jspecify.annotations.NullMarked;
