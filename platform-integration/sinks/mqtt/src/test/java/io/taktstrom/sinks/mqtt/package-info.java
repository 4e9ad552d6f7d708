@NullMarked
package io.taktstrom.sinks.mqtt;

import org.jspecify.annotations.NullMarked;
