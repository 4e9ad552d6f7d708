@NullMarked
package io.taktstrom.sinks.mqtt.command;

import org.jspecify.annotations.NullMarked;
