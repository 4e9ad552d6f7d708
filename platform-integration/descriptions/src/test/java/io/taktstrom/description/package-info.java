@NullMarked
package io.taktstrom.description;

import org.jspecify.annotations.NullMarked;
