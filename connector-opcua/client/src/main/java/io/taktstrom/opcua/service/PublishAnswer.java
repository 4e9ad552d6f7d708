package io.taktstrom.opcua.service;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.channel.ServiceHeader;
import io.taktstrom.opcua.protocol.NotificationMessage;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;

/**
 * What came for a Publish request.
 *
 * @param status of the service; when Bad, the rest means nothing
 * @param kept numbers of the messages that the server still has
 * @param more whether there is more that it could not put into this answer
 */
record PublishAnswer(int status, long subscription, List<Long> kept, boolean more, NotificationMessage message) {

    private static final NotificationMessage NONE = new NotificationMessage(0, true, List.of());

    /** Reads a PublishResponse (OPC 10000-4, 5.14.5); what follows the message is of no use. */
    static PublishAnswer read(WireReader in) throws MalformedFrameException {
        int status = ServiceHeader.read(in, ServiceHeader.PUBLISH_ANSWER);
        if (StatusCode.isBad(status)) {
            return new PublishAnswer(status, 0, List.of(), false, NONE);
        }
        long subscription = Integer.toUnsignedLong(in.i32());
        int count = Math.max(0, in.count(Integer.BYTES));
        List<Long> kept = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            kept.add(Integer.toUnsignedLong(in.i32()));
        }
        boolean more = in.u8() != 0;
        return new PublishAnswer(status, subscription, kept, more, NotificationMessage.read(in));
    }
}
