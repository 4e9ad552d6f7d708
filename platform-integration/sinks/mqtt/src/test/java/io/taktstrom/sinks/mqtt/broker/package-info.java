@NullMarked
package io.taktstrom.sinks.mqtt.broker;

import org.jspecify.annotations.NullMarked;
