@NullMarked
package io.taktstrom.cli.http;

import org.jspecify.annotations.NullMarked;
