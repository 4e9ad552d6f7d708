/** The contract of stages on stages that break it. */
@NullMarked
package io.taktstrom.testkit.contract;

import org.jspecify.annotations.NullMarked;
