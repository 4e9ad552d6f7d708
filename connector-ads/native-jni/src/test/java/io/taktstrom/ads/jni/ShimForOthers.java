package io.taktstrom.ads.jni;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.ads.adslib.UnusableLibraryException;
import io.taktstrom.ads.tck.AdsLibFile;
import org.jspecify.annotations.Nullable;

/** The shim, for what stands in for AdsToJava: the real AdsLib, with arrays. */
public final class ShimForOthers {

    /** What gets the samples. */
    @FunctionalInterface
    public interface Samples {
        void sample(long user, long fileTime, byte[] data);
    }

    private final long library;

    public ShimForOthers(Samples samples) {
        @Nullable String[] answer = new String[2];
        try {
            ShimFile.load();
        } catch (UnusableLibraryException e) {
            throw new IllegalStateException(e);
        }
        library = Shim.load(
                AdsLibFile.required(),
                (value, user, first, second) -> {
                    byte[] data = new byte[(int) (second >>> Integer.SIZE)];
                    value.get(0, data);
                    // The AdsLib of pyads has the handle first.
                    samples.sample(user, (first >>> Integer.SIZE) | (second << Integer.SIZE), data);
                },
                answer);
        if (library == 0) {
            throw new IllegalStateException(Arrays.toString(answer));
        }
    }

    public long openPort() {
        return Shim.openPort(library);
    }

    public long closePort(long port) {
        return Shim.closePort(library, (int) port);
    }

    public long addRoute(long netId, String host) {
        return Shim.addRoute(library, netId, host);
    }

    public void deleteRoute(long netId) {
        Shim.deleteRoute(library, netId);
    }

    public void setLocalNetId(long netId) {
        Shim.setLocalNetId(library, netId);
    }

    public long localAddress(long port) {
        return Shim.localAddress(library, (int) port);
    }

    public long setTimeout(long port, long millis) {
        return Shim.setTimeout(library, (int) port, (int) millis);
    }

    public long read(long port, long target, long group, long offset, byte[] into, long[] received) {
        ByteBuffer room = ByteBuffer.allocateDirect(into.length + 1);
        long results =
                Shim.read(library, (int) port, target, (int) group, (int) offset, into.length, Shim.addressOf(room));
        room.get(0, into);
        received[0] = results >>> Integer.SIZE;
        return (int) results;
    }

    public long write(long port, long target, long group, long offset, byte[] from) {
        ByteBuffer sent = direct(from);
        try {
            return Shim.write(
                    library, (int) port, target, (int) group, (int) offset, from.length, Shim.addressOf(sent));
        } finally {
            Reference.reachabilityFence(sent);
        }
    }

    private static ByteBuffer direct(byte[] from) {
        return ByteBuffer.allocateDirect(from.length + 1).put(0, from);
    }

    public long readWrite(long port, long target, long group, long offset, byte[] into, byte[] from, long[] received) {
        ByteBuffer room = ByteBuffer.allocateDirect(into.length + 1);
        ByteBuffer sent = direct(from);
        try {
            long results = Shim.readWrite(
                    library,
                    (int) port,
                    target,
                    (int) group,
                    (int) offset,
                    into.length,
                    Shim.addressOf(room),
                    from.length,
                    Shim.addressOf(sent));
            room.get(0, into);
            received[0] = results >>> Integer.SIZE;
            return (int) results;
        } finally {
            Reference.reachabilityFence(sent);
        }
    }

    public long readState(long port, long target, byte[] into) {
        ByteBuffer room = ByteBuffer.allocateDirect(into.length);
        long code = Shim.readState(library, (int) port, target, Shim.addressOf(room));
        room.get(0, into);
        return code;
    }

    public long writeControl(long port, long target, int adsState, int deviceState, byte[] from) {
        ByteBuffer sent = direct(from);
        try {
            return Shim.writeControl(
                    library, (int) port, target, adsState, deviceState, from.length, Shim.addressOf(sent));
        } finally {
            Reference.reachabilityFence(sent);
        }
    }

    public long readDeviceInfo(long port, long target, byte[] into) {
        ByteBuffer room = ByteBuffer.allocateDirect(into.length);
        long code = Shim.readDeviceInfo(library, (int) port, target, Shim.addressOf(room));
        room.get(0, into);
        return code;
    }

    public long addNotification(
            long port,
            long target,
            long group,
            long offset,
            long length,
            int mode,
            long maxDelay,
            long cycleTime,
            long user,
            long[] handle) {
        long results = Shim.addNotification(
                library,
                (int) port,
                target,
                (int) group,
                (int) offset,
                (int) length,
                mode,
                (int) maxDelay,
                (int) cycleTime,
                (int) user);
        handle[0] = results >>> Integer.SIZE;
        return (int) results;
    }

    public long deleteNotification(long port, long target, long handle) {
        return Shim.deleteNotification(library, (int) port, target, (int) handle);
    }
}
