@NullMarked
package io.taktstrom.sinks.mail;

import org.jspecify.annotations.NullMarked;
