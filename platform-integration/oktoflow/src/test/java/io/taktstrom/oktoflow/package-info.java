/** Tests of what our connectors mean in oktoflow; none needs a class of oktoflow. */
@NullMarked
package io.taktstrom.oktoflow;

import org.jspecify.annotations.NullMarked;
