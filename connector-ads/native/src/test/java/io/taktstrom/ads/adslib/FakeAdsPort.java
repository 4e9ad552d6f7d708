package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/** A port of {@link FakeAdsLib}. A variable has the index offset as its value. */
final class FakeAdsPort implements AdsPort {

    /** Long enough for others to come in between. */
    private static final long ROUND_TRIP_NANOS = 20_000;

    private final FakeAdsLib library;
    private final AmsAddress target;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Map<Integer, Integer> users = new LinkedHashMap<>();
    private FakeAdsLib.@Nullable Connection notifying;
    private ByteBuffer out = ByteBuffer.allocate(0);
    private ByteBuffer in = ByteBuffer.allocate(0);
    private int received;
    private int handle;
    private boolean closed;
    private int timeoutMillis = 5_000;
    private volatile @Nullable CompletableFuture<Void> hanging;

    FakeAdsPort(FakeAdsLib library, AmsAddress target) {
        this.library = library;
        this.target = target;
    }

    @Override
    public ByteBuffer out(int bytes) {
        if (out.capacity() < bytes) {
            out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        return out;
    }

    @Override
    public ByteBuffer in(int bytes) {
        if (in.capacity() < bytes) {
            in = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        return in;
    }

    /** The next requests return only when the future is completed. */
    CompletableFuture<Void> hang() {
        CompletableFuture<Void> release = new CompletableFuture<>();
        hanging = release;
        return release;
    }

    private interface Answer {
        void come(FakeAdsLib.Connection connection);
    }

    private int request(Answer answer) {
        if (closed) {
            throw library.crash("a request on a port that was closed");
        }
        if (!busy.compareAndSet(false, true)) {
            throw library.crash("two requests on one port");
        }
        try {
            FakeAdsLib.Connection connection = library.begin(target.netId());
            if (connection == null) {
                return FakeAdsLib.NO_ROUTE;
            }
            LockSupport.parkNanos(ROUND_TRIP_NANOS);
            CompletableFuture<Void> release = hanging;
            if (release != null) {
                release.join();
            }
            int result = library.end(connection);
            if (result == 0) {
                answer.come(connection);
            }
            return result;
        } finally {
            busy.set(false);
        }
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        library.reads().join();
        return request(connection -> {
            for (int i = 0; i < length; i += Integer.BYTES) {
                in.putInt(i, indexOffset);
            }
            received = length;
        });
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return request(connection -> {});
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return read(indexGroup, indexOffset, readLength);
    }

    @Override
    public int received() {
        return received;
    }

    @Override
    public int readState() {
        if (!library.answersWithin(timeoutMillis)) {
            return FakeAdsLib.TIMEOUT;
        }
        return request(connection -> in.putShort(0, (short) 5).putShort(2, (short) 0));
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return request(connection -> {});
    }

    @Override
    public int readDeviceInfo() {
        return request(connection -> {});
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        return request(connection -> {
            synchronized (library) {
                handle++;
                users.put(handle, user);
                notifying = connection;
                connection.notifying.add(this);
                library.notifying(this);
            }
        });
    }

    @Override
    public int handle() {
        return handle;
    }

    @Override
    public int deleteNotification(int deleted) {
        if (!users.containsKey(deleted)) {
            return 0x752;
        }
        int result = request(connection -> {});
        forget(deleted);
        return result;
    }

    private void forget(int deleted) {
        synchronized (library) {
            FakeAdsLib.Connection connection = notifying;
            users.remove(deleted);
            if (users.isEmpty() && connection != null) {
                connection.notifying.remove(this);
            }
        }
    }

    /** The device sends each of its notifications a sample. */
    static void send(FakeAdsPort port, long fileTime, int value) {
        port.users.values().forEach(user -> {
            SampleInlet inlet = port.library.hub().inlet(user);
            if (inlet != null) {
                int at = inlet.claim(fileTime, Integer.BYTES);
                if (at >= 0) {
                    ByteBuffer.wrap(inlet.array())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(at, value);
                    inlet.publish();
                }
            }
        });
    }

    @Override
    public int setTimeout(int millis) {
        if (closed) {
            throw library.crash("a timeout for a port that was closed");
        }
        timeoutMillis = millis;
        return 0;
    }

    @Override
    public AmsAddress localAddress() {
        return new AmsAddress(AmsNetId.parse("10.0.0.9.1.1"), 30_000);
    }

    @Override
    public int close() {
        if (closed) {
            throw library.crash("a port is closed twice");
        }
        if (busy.get()) {
            throw library.crash("a port is closed under a request");
        }
        FakeAdsLib.Connection connection = notifying;
        if (!users.isEmpty() && connection != null && connection.freed) {
            throw library.crash("a port with notifications is closed after its connection was freed");
        }
        closed = true;
        for (int left : users.keySet().toArray(Integer[]::new)) {
            forget(left);
        }
        library.closed();
        return 0;
    }
}
