package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectorException;

/** Counts, and allocates nothing. */
final class CountingListener implements NotificationListener {

    long samples;
    long frames;
    long gaps;

    @Override
    public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
        samples++;
    }

    @Override
    public void endOfFrame() {
        frames++;
    }

    @Override
    public void overflow(int key) {
        gaps++;
    }

    @Override
    public void lost(ConnectorException cause) {}
}
