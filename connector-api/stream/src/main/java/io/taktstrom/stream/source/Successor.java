package io.taktstrom.stream.source;

import io.taktstrom.data.SampleSink;
import org.jspecify.annotations.Nullable;

/**
 * A scan that takes the place of others.
 *
 * @param scan points that others had, by name and address, go on without a repetition
 * @param news gets the present value of each point also when the scans before have delivered it; null for no receiver
 * @param isAfterGap whether samples were lost before its first: the first of each point is marked Overflow
 */
public record Successor(Scan scan, @Nullable SampleSink news, boolean isAfterGap) {}
