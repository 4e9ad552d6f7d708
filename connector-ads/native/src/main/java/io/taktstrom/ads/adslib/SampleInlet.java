package io.taktstrom.ads.adslib;

/**
 * The way of one notification's samples into the ring of its backend. Called by the library's callback, which one thread
 * makes at a time for all notifications of a port. Hot: allocates nothing, never waits.
 */
public final class SampleInlet {

    private final NotificationHub hub;
    private final NotificationRing ring;
    private final int user;
    private final int key;
    private final int length;

    SampleInlet(NotificationHub hub, NotificationRing ring, int user, int key, int length) {
        this.hub = hub;
        this.ring = ring;
        this.user = user;
        this.key = key;
        this.length = length;
    }

    /** What the library is told, and tells each callback. */
    int user() {
        return user;
    }

    /** What the listener calls it. */
    int key() {
        return key;
    }

    /**
     * Makes room for a sample. Whichever order the library's header has, this finds out.
     *
     * @param first bytes 0 to 7 of the {@code AdsNotificationHeader}, little-endian
     * @param second bytes 8 to 15
     * @return where in {@link #array} the value goes; -1 if there is nothing to copy: no room, which is counted as loss, or
     *     a size that was not asked for
     */
    public int claimHeader(long first, long second) {
        return claim(hub.order().time(first, second), HeaderOrder.size(second));
    }

    /** The same, for a binding that has the time (FILETIME) and the size already. */
    public int claim(long fileTime, int size) {
        if (size < 0 || size > length) {
            ring.lose(key);
            return -1;
        }
        return ring.claim(this, fileTime, size);
    }

    /** Bytes of the value that was claimed room for. */
    public int size() {
        return ring.claimedSize();
    }

    /** What to copy the value to; always the same for a notification. */
    public byte[] array() {
        return ring.array();
    }

    /** The value is in its place. */
    public void publish() {
        ring.publish();
    }
}
