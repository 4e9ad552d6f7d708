/**
 * What answers at an AMS port: the PLC with its states, and the system service.
 *
 * <pre>
 *  Device -- PlcDevice :851 ------> Plc --- Handles, TaskClock, memory.Program, table.SymbolTables
 *         -- SystemDevice :10000 ----^  --- RouteTable
 *  Watch  -- MemoryWatch, StateWatch, VersionWatch, BurstWatch   what a notification samples
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.plc;

import org.jspecify.annotations.NullMarked;
