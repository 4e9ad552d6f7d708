/** Configurations of connectors. */
@NullMarked
package io.taktstrom.connect.config;

import org.jspecify.annotations.NullMarked;
