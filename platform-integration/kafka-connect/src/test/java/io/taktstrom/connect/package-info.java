/** The plug-in, as workers of Kafka Connect load it, and its parts alone. */
@NullMarked
package io.taktstrom.connect;

import org.jspecify.annotations.NullMarked;
