@NullMarked
package io.taktstrom.sinks.kafka;

import org.jspecify.annotations.NullMarked;
