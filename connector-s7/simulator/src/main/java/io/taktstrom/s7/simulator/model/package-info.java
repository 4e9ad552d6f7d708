/**
 * What a simulated CPU has: its identity and limits, data blocks, points, and how their values move. Values only; nothing
 * here runs.
 *
 * <pre>
 *  YAML text --> S7Model -- CpuIdentity, CpuLimits, CpuAccess
 *  or built in        |
 *                     +-- DataBlock        number, size, whether optimised
 *                     +-- S7Point   name, address, first value
 *                            |
 *                            +-- Waveform  the value as a function of the CPU cycle's number
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.simulator.model;

import org.jspecify.annotations.NullMarked;
