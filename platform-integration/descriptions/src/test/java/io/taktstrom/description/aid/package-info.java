@NullMarked
package io.taktstrom.description.aid;

import org.jspecify.annotations.NullMarked;
