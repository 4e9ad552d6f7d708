/** Plug-ins, good and bad, made while the tests run. */
@NullMarked
package io.taktstrom.runtime.plugin;

import org.jspecify.annotations.NullMarked;
