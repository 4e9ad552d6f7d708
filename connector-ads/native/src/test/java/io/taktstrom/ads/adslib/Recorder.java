package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectorException;

/** Notes what a listener hears. */
final class Recorder implements NotificationListener {

    private final List<String> heard = new CopyOnWriteArrayList<>();

    /** Each sample as {@code key=value@time}, {@code .} for the end of a frame, {@code key!} for a gap. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    /** Without what says nothing about samples. */
    List<String> samples() {
        return heard.stream().filter(one -> !one.equals(".")).toList();
    }

    @Override
    public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
        heard.add(key + "=" + (size == 0 ? "void" : buffer.getInt(position)) + "@" + fileTime);
    }

    @Override
    public void endOfFrame() {
        heard.add(".");
    }

    @Override
    public void overflow(int key) {
        heard.add(key + "!");
    }

    @Override
    public void lost(ConnectorException cause) {
        heard.add("lost");
    }
}
