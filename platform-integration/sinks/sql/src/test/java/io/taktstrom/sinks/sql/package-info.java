@NullMarked
package io.taktstrom.sinks.sql;

import org.jspecify.annotations.NullMarked;
