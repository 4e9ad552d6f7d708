/**
 * What answers at an AMS port: the PLC with its states, and the system service.
 *
 * <pre>
 *  AmsDevice -- PlcDevice :851 ------> Plc --- Handles (variables, MethodInstance), TaskClock, memory.Program, table.SymbolTables
 *            -- SystemDevice :10000 ----^  --- RouteTable
 *  NotificationSource: what a notification samples, by a read of its device
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.plc;

import org.jspecify.annotations.NullMarked;
