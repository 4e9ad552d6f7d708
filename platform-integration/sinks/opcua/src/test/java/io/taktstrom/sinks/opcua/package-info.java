@NullMarked
package io.taktstrom.sinks.opcua;

import org.jspecify.annotations.NullMarked;
