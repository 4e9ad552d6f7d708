@NullMarked
package io.taktstrom.description.td;

import org.jspecify.annotations.NullMarked;
