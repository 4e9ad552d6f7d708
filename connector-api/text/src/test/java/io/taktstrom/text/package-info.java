@NullMarked
package io.taktstrom.text;

import org.jspecify.annotations.NullMarked;
