package io.taktstrom.s7.plan;

import io.taktstrom.s7.address.S7Address;
import org.jspecify.annotations.Nullable;

/**
 * What became of points that were looked up; all arrays have one element per point.
 *
 * @param addresses null for a point whose address is wrong
 * @param rooms how many characters a string has room for in the CPU; 0 for as many as its type says
 * @param plan for reading all that have an address
 */
// Handed over once to the group that owns the arrays from then on; never compared.
@SuppressWarnings("ArrayRecordComponent")
public record ResolvedAddress(@Nullable S7Address[] addresses, int[] rooms, S7ReadPlan plan) {}
