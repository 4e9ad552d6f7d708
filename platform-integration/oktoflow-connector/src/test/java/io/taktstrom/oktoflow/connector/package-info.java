/** Our connectors against oktoflow's own classes, and simulators of devices. */
@NullMarked
package io.taktstrom.oktoflow.connector;

import org.jspecify.annotations.NullMarked;
