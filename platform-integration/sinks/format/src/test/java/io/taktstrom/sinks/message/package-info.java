@NullMarked
package io.taktstrom.sinks.message;

import org.jspecify.annotations.NullMarked;
