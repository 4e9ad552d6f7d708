package io.taktstrom.opcua.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * A message of a subscription (OPC 10000-4, 7.26; encoded as OPC 10000-6, 5.2.6 and 5.2.2.15 say).
 *
 * <pre>
 *   number 4 | publish time 8 | count 4 | type: NodeId | 0 none, 1 bytes, 2 XML | length 4 | body | ...
 *                                         `------------------ count times -------------------'
 * </pre>
 *
 * @param number its place in the order of the subscription's messages
 * @param isKeepAlive whether it says no more than that the server lives, and which number comes next
 * @param notifications those that we ask for; a server may send others
 */
public record NotificationMessage(long number, boolean isKeepAlive, List<Notification> notifications) {

    private static final int COUNT = 12;

    private static final int BYTES = 1;
    private static final int XML = 2;

    /** Reads and checks a message, with all that is in it. Makes room for what has come, not for what is said to come. */
    public static NotificationMessage read(WireReader in) throws MalformedFrameException {
        long number = in.i32() & 0xFFFF_FFFFL;
        in.i64();
        int count = in.i32();
        if (count < -1) {
            throw new MalformedFrameException("a count of " + count + " notifications", COUNT);
        }
        List<Notification> notifications = new ArrayList<>(1);
        for (int i = 0; i < count; i++) {
            Notification notification = notification(in);
            if (notification != null) {
                notifications.add(notification);
            }
        }
        return new NotificationMessage(number, count <= 0, List.copyOf(notifications));
    }

    private static @Nullable Notification notification(WireReader in) throws MalformedFrameException {
        int type = in.standardNodeId();
        int form = in.u8();
        if (form > XML) {
            throw new MalformedFrameException("a notification in an unknown form: " + form, COUNT);
        }
        byte[] body = form == 0 ? null : in.byteString();
        if (form != BYTES || body == null) {
            return null;
        }
        return switch (type) {
            case ItemNotification.VALUES -> ItemNotification.values(body);
            case ItemNotification.EVENTS -> ItemNotification.events(body);
            case StatusChangeNotification.TYPE -> StatusChangeNotification.check(body);
            default -> null;
        };
    }
}
