@NullMarked
package io.taktstrom.sinks.amqp;

import org.jspecify.annotations.NullMarked;
