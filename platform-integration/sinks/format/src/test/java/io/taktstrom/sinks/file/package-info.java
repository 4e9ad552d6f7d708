@NullMarked
package io.taktstrom.sinks.file;

import org.jspecify.annotations.NullMarked;
