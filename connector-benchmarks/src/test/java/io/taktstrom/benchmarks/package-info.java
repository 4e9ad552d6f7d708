@NullMarked
package io.taktstrom.benchmarks;

import org.jspecify.annotations.NullMarked;
