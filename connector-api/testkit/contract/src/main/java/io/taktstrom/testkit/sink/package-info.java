/**
 * What every sink must do, as tests.
 *
 * <pre>
 *  SinkContract = SinkValueContract + SinkOutageContract + ...     one part for each idea
 *         |
 *         v
 *     SinkBench --> SinkFeed, in the place of a pipeline --> sink --> SinkUnderTest: its receiver
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.sink;

import org.jspecify.annotations.NullMarked;
