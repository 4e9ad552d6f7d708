package io.taktstrom.ads.adslib;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The process of an {@link IsolatedLibrary}: makes the calls that come in, each lane on a thread of its own, and hands
 * samples out. It knows no rules: in which order to call, the other side decides. It ends with its input, at once and with
 * whatever hangs; and by itself when it was idle for a minute.
 */
public final class LibraryProcess {

    private static final int REFUSED = 1;
    private static final long IDLE_NANOS = 60_000_000_000L;
    private static final long LOOK_MILLIS = 5_000;

    private final Wire wire;
    private final Map<Integer, ProcessLane> lanes = new ConcurrentHashMap<>();
    private final OutgoingSamples samples;
    private volatile @Nullable AdsLibrary library;
    private volatile long usedAt = System.nanoTime();

    private LibraryProcess(Wire wire) {
        this.wire = wire;
        this.samples = new OutgoingSamples(wire);
    }

    /** Speaks on standard input and output; everything else that is printed goes to standard error. */
    @SuppressWarnings("SystemOut") // it is what must not be written to
    public static void main(String[] arguments) {
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        LibraryProcess process =
                new LibraryProcess(new Wire(new BufferedInputStream(new FileInputStream(FileDescriptor.in)), out));
        LibraryCalls.later("idle", process::endWhenIdle);
        process.serve();
        // Neither the library's clean-up nor its threads keep us: whoever had us is gone.
        Runtime.getRuntime().halt(0);
    }

    private void serve() {
        try {
            while (true) {
                wire.receive();
                usedAt = System.nanoTime();
                ProcessLane lane = lanes.computeIfAbsent(wire.lane(), number -> new ProcessLane(this, wire, number));
                lane.hand(wire);
            }
        } catch (IOException e) {
            // The end of input is how we are told to end.
        }
    }

    private void endWhenIdle() {
        while (!lanes.isEmpty() || System.nanoTime() - usedAt < IDLE_NANOS) {
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                break;
            }
        }
        Runtime.getRuntime().halt(0);
    }

    void forget(int lane) {
        lanes.remove(lane);
    }

    OutgoingSamples samples() {
        return samples;
    }

    AdsLibrary library() {
        return Objects.requireNonNull(library, "no library was loaded");
    }

    /** Puts its name, or why there is none; returns the number of bytes. */
    Answer load(String backend, String option) {
        try {
            AdsLibrary loaded = AdsLibraries.load(backend, option, samples.hub());
            library = loaded;
            return new Answer(0, loaded.hasRoutes() ? 1 : 0, loaded.file());
        } catch (ConnectorException e) {
            return new Answer(REFUSED, 0, String.valueOf(e.getMessage()));
        }
    }

    /** What a call that is no request gives. */
    record Answer(int result, int extra, String text) {

        ByteBuffer bytes() {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, Wire.FIRST_ANSWER_BYTES))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
