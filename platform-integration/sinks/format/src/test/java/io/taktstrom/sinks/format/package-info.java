@NullMarked
package io.taktstrom.sinks.format;

import org.jspecify.annotations.NullMarked;
