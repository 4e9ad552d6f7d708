/**
 * What a simulated PLC has: types, variables, and how their values move. Values only; nothing here runs.
 *
 * <pre>
 *  YAML text --> AdsModel ---- task cycle, net id, AMS port, burst
 *  or built in        |
 *                     +-- PlcType   a type as TwinCAT names, lays out and describes it; PlcMethod of a function block
 *                     +-- Symbol    name, type, place, first value, comment, rights
 *                            |
 *                            +-- Waveform   the value as a function of the task cycle's number
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.model;

import org.jspecify.annotations.NullMarked;
