@NullMarked
package io.taktstrom.sinks.influx;

import org.jspecify.annotations.NullMarked;
