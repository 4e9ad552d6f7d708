/**
 * A Kafka cluster, as all that talks to it sees it: where it is, how it is trusted, who we are there, and what its client's
 * exceptions mean, and whether anybody is there.
 *
 * <pre>
 *  ClusterOptions --&gt; ClusterSettings, by Kafka's names --&gt; a producer's | a consumer's
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.kafka.cluster;

import org.jspecify.annotations.NullMarked;
