/**
 * Which requests read and write the points of a group.
 *
 * <pre>
 *   points, by address     [DBD0][DBD4]   [DBW20]                  [DB2 STRING ..........]
 *                               |  near ones together, where that costs less
 *   items                  [DBB0 .. DBB21]                         [DB2 ..........][.....]   a large one in pieces
 *                               |  as many as fit
 *   requests               [item item item]                        [item]          [item item]
 *                               |  as many on their way as the CPU takes
 *   image                  the bytes of all items, from which each point takes its own
 * </pre>
 *
 * <p>A plan is computed once per group; carrying it out allocates nothing.
 */
@NullMarked
package io.taktstrom.s7.plan;

import org.jspecify.annotations.NullMarked;
