/**
 * The soak: a whole plant for hours, a fault each minute, and a report that says whether every promise was kept and whether memory,
 * threads and files stayed flat.
 *
 * <pre>
 *   SoakIT -- SoakPlan: which fault in which minute, by a seed
 *     |
 *     '-- SoakPlant: three CountedDevice --- TaktRun --- file, MQTT, Kafka, PostgreSQL
 *            |           ^ SoakFault            | Footprint --&gt; Footprints --&gt; Slope
 *            '-- NumberCheck, one for each point, stream and receiver --&gt; SoakReport
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.soak;

import org.jspecify.annotations.NullMarked;
