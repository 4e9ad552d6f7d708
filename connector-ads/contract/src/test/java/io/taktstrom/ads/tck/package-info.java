/**
 * The contract of all connectors, for ADS backends: on a simulated PLC.
 *
 * <pre>
 *   ConnectorContract
 *        ^
 *        |-- JavaBackendIT        on AdsDevice.anywhere(): any free port
 *        `-- NativeContract       on AdsDevice.atFixedPort(...): 48898, which is fixed in Beckhoff's library,
 *               ^                 at an address of its own in 127.0.0.0/8
 *               `-- one test class for each binding
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.tck;

import org.jspecify.annotations.NullMarked;
