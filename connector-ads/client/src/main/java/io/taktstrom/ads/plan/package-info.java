/**
 * How the points of a group are read and written.
 *
 * <pre>
 *   Planner -- Symbols, ValueMemory --&gt; AdsGroup
 *                                         |  plan(): made again when variables may have moved
 *                                         v
 *                                      GroupPlan, of one epoch of the symbols
 *                                         |-- AdsReadPlan      requests, made once; several on their way
 *                                         `-- WriteTargets  handles, opened at the first write; GroupWrite sends
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.plan;

import org.jspecify.annotations.NullMarked;
