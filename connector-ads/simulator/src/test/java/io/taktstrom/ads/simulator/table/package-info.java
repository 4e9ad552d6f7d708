/** Tests of the simulator: with bytes from captures, with raw sockets, and with third-party clients. */
@NullMarked
package io.taktstrom.ads.simulator.table;

import org.jspecify.annotations.NullMarked;
