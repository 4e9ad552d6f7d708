@NullMarked
package io.taktstrom.page;

import org.jspecify.annotations.NullMarked;
