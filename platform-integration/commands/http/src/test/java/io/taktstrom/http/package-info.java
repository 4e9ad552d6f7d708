@NullMarked
package io.taktstrom.http;

import org.jspecify.annotations.NullMarked;
