@NullMarked
package io.taktstrom.page.access;

import org.jspecify.annotations.NullMarked;
