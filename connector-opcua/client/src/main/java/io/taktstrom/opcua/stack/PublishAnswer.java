package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.protocol.NotificationMessage;
import io.taktstrom.opcua.protocol.WireSource;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaSerializationException;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.PublishResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.RepublishResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;
import org.jspecify.annotations.Nullable;

/**
 * A PublishResponse or a RepublishResponse (OPC 10000-4, 5.14.5 and 5.14.6), its message checked. What follows the message is
 * of no use and is not read.
 */
final class PublishAnswer extends OwnAnswer {

    private final long subscription;
    private final List<Long> kept;
    private final boolean more;
    private final NotificationMessage message;

    private PublishAnswer(
            ResponseHeader header,
            ExpandedNodeId type,
            long subscription,
            List<Long> kept,
            boolean more,
            NotificationMessage message) {
        super(header, type);
        this.subscription = subscription;
        this.kept = kept;
        this.more = more;
        this.message = message;
    }

    /** Of Publish. */
    static PublishAnswer published(EncodingContext context, UaDecoder decoder) {
        ResponseHeader header = header(decoder);
        long subscription = decoder.decodeUInt32("SubscriptionId").longValue();
        // Not for all at once: the count has yet to be shown to be true.
        List<Long> kept = new ArrayList<>();
        for (int left = decoder.decodeInt32("AvailableSequenceNumbers"); left > 0; left--) {
            kept.add(decoder.decodeUInt32(null).longValue());
        }
        boolean more = decoder.decodeBoolean("MoreNotifications");
        return new PublishAnswer(header, PublishResponse.TYPE_ID, subscription, kept, more, message(decoder));
    }

    /** Of Republish, which is about one message of one subscription. */
    static PublishAnswer republished(EncodingContext context, UaDecoder decoder) {
        return new PublishAnswer(header(decoder), RepublishResponse.TYPE_ID, 0, List.of(), false, message(decoder));
    }

    private static NotificationMessage message(UaDecoder decoder) {
        try {
            return NotificationMessage.read(new Decoder(decoder));
        } catch (MalformedFrameException e) {
            UaSerializationException refused =
                    new UaSerializationException(StatusCodes.Bad_DecodingError, String.valueOf(e.getMessage()));
            refused.initCause(e);
            throw refused;
        }
    }

    long subscription() {
        return subscription;
    }

    /** The numbers of the messages that the server still has. */
    List<Long> kept() {
        return kept;
    }

    /** Whether there is more that it could not put into this answer. */
    boolean hasMore() {
        return more;
    }

    NotificationMessage message() {
        return message;
    }

    /** Milo's decoder, which fails of itself where bytes are missing. */
    private record Decoder(UaDecoder decoder) implements WireSource {

        @Override
        public int u8() {
            return decoder.decodeSByte(null) & 0xFF;
        }

        @Override
        public int i32() {
            return decoder.decodeInt32(null);
        }

        @Override
        public long i64() {
            return decoder.decodeInt64(null);
        }

        @Override
        public byte @Nullable [] byteString() {
            return decoder.decodeByteString(null).bytes();
        }
    }
}
