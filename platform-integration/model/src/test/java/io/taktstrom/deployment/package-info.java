/** Tests of the model, and what they share. */
@NullMarked
package io.taktstrom.deployment;

import org.jspecify.annotations.NullMarked;
