/**
 * What the two connectors for Kafka Connect share.
 *
 * <pre>
 *  source   deployment file --> tasks, each with whole connections --> rings --> poll() --> topics     (source)
 *  sink     topics --> put() --> the gate for commands --> devices, and answers                        (sink)
 *  config   what both take, as Connect asks for it, and the deployment file behind it                  (config)
 * </pre>
 */
@NullMarked
package io.taktstrom.connect;

import org.jspecify.annotations.NullMarked;
