package io.taktstrom.sinks.amqp;

import java.util.UUID;

/**
 * Names of messages: {@code 3f2a9c1e-press.all-17-4}, of which a receiver knows a message that comes again.
 *
 * <pre>
 *   3f2a9c1e    new with each start      press.all   sink and stream
 *   17          number of the unit       4           place of the message in it
 * </pre>
 */
final class MessageId {

    private final String prefix;

    MessageId(String sink, String stream) {
        prefix = UUID.randomUUID().toString().substring(0, 8) + "-" + sink + "." + stream + "-";
    }

    String of(long unit, int m) {
        return prefix + unit + "-" + m;
    }

    /** The place of the message in its unit. */
    static int message(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }
}
