/** Plug-ins, good and bad, made while the tests run. */
@NullMarked
package io.taktstrom.kit.plugin;

import org.jspecify.annotations.NullMarked;
