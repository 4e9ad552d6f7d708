@NullMarked
package io.taktstrom.sinks.local;

import org.jspecify.annotations.NullMarked;
