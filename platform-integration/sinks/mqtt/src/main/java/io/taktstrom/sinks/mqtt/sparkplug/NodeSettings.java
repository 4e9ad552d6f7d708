package io.taktstrom.sinks.mqtt.sparkplug;

import java.time.Duration;

import io.taktstrom.sinks.format.Template;

/**
 * Who the edge node is.
 *
 * @param device a template of the device of a point
 * @param primaryHost host id that it waits for; empty for none
 * @param hostPatience how long it waits for that host's state once it is connected
 * @param historicalAfter age from which a sample is not the present value any more
 * @param batchBytes from which on a DDATA is ended
 */
record NodeSettings(
        String group,
        String node,
        Template device,
        String primaryHost,
        Duration hostPatience,
        Duration historicalAfter,
        long batchBytes) {}
