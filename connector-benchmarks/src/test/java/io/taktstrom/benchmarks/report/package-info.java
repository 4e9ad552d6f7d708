@NullMarked
package io.taktstrom.benchmarks.report;

import org.jspecify.annotations.NullMarked;
