@NullMarked
package io.taktstrom.sinks.http;

import org.jspecify.annotations.NullMarked;
