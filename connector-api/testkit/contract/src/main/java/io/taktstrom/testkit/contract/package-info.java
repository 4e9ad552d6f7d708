/**
 * What every connector must do, as tests.
 *
 * <pre>
 *  ConnectorContract = ReadContract + WriteContract + SubscribeContract + ...     one part for each idea
 *         |
 *         v
 *       Bench: a device for each test, and the connections to it --> DeviceUnderTest, mostly a simulator
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.contract;

import org.jspecify.annotations.NullMarked;
