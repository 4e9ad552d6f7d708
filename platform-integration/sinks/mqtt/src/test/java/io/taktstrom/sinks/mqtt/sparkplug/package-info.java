@NullMarked
package io.taktstrom.sinks.mqtt.sparkplug;

import org.jspecify.annotations.NullMarked;
