@NullMarked
package io.taktstrom.site;

import org.jspecify.annotations.NullMarked;
