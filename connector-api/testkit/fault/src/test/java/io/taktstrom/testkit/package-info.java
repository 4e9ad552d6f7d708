@NullMarked
package io.taktstrom.testkit;

import org.jspecify.annotations.NullMarked;
