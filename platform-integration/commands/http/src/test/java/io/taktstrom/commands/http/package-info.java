@NullMarked
package io.taktstrom.commands.http;

import org.jspecify.annotations.NullMarked;
