@NullMarked
package io.taktstrom.benchmarks.path;

import org.jspecify.annotations.NullMarked;
