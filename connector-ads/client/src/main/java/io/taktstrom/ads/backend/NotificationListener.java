package io.taktstrom.ads.backend;

import java.nio.ByteBuffer;

import io.taktstrom.spi.ConnectorException;

/**
 * Hears what a device sends unasked. All calls come from one thread, in the order in which the device sent; what a call
 * takes long for, later ones wait for. A call may use the backend.
 */
public interface NotificationListener {

    /** For those who ask for no notifications. */
    NotificationListener NONE = new NotificationListener() {
        @Override
        public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {}

        @Override
        public void endOfFrame() {}

        @Override
        public void overflow(int key) {}

        @Override
        public void lost(ConnectorException cause) {}
    };

    /**
     * One sample.
     *
     * @param key of the {@link AdsNotification}
     * @param fileTime the device's time, see {@code FileTime}
     * @param buffer little-endian; its bytes are valid during the call only
     * @param position where the value starts
     * @param size of the value; 0 says that the notification has become invalid, as after an online change
     */
    void sample(int key, long fileTime, ByteBuffer buffer, int position, int size);

    /** The device sent no more samples in this frame. */
    void endOfFrame();

    /** At this point of the stream, samples of this notification were lost, because we were too slow. */
    void overflow(int key);

    /** No more samples will come: the connection is lost. The last call. */
    void lost(ConnectorException cause);
}
