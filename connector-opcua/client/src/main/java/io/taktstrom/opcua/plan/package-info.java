/**
 * What is asked for a group of points, and what becomes of the answers.
 *
 * <pre>
 *   ResolvedPoints --ReadPlan-----> Read          --> a sample of each point
 *   SampleBatch ----WritePlan----> Write         --> a status of each sample
 *   one point ------PastValues---> HistoryRead   --> batches of what it was
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.plan;

import org.jspecify.annotations.NullMarked;
