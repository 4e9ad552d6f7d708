/**
 * Points of several connections as one: read at the same moment, written together, watched together.
 *
 * <pre>
 *              .--> GatherWorker press1 --> session.read --.
 *  Gather -----+--> GatherWorker oven   --> session.read --+--> Gathered: one batch, the status and time of each part, the skew
 *              '--> GatherWorker cell   --> (away: Bad) ---'
 *                   '---------- all at once, until the deadline
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.gather;

import org.jspecify.annotations.NullMarked;
