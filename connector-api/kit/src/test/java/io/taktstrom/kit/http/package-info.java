@NullMarked
package io.taktstrom.kit.http;

import org.jspecify.annotations.NullMarked;
