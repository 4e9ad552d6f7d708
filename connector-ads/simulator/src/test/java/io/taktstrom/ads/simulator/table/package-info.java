/** Tests of the simulator: with bytes from captures, with raw sockets, and with clients that nobody here wrote. */
@NullMarked
package io.taktstrom.ads.simulator.table;

import org.jspecify.annotations.NullMarked;
