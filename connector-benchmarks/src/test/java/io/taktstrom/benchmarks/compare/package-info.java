@NullMarked
package io.taktstrom.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
