@NullMarked
package io.taktstrom.sinks.kafka.command;

import org.jspecify.annotations.NullMarked;
