package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsCommand;
import org.jspecify.annotations.Nullable;

/**
 * A port, and the thread that calls it. AdsLib never returns from a request whose connection breaks in the middle of the
 * answer (the receiving thread dies with the answer in its hands, and AmsResponse::Wait waits for it without a limit), nor
 * from any while another thread hangs with its one lock in hand. So no caller goes there itself: it hands over, and gives up
 * waiting after a while.
 *
 * <p>Who wants speed more than that may have callers go there themselves, for answers that fit in one segment of TCP, which
 * comes as a whole or not at all: it saves two changes of threads, and what hangs then, hangs.
 *
 * <p>Where answers come at once, as on this host, both sides stay awake for the moment that it takes: waking a thread takes
 * longer. Hot: allocates nothing. One caller at a time.
 *
 * <pre>
 *   IDLE --hand over--> ASKED --returned--> IDLE
 *                          `----too late----> ABANDONED --returned after all--> IDLE
 * </pre>
 */
final class LibraryLane {

    /** What fits in one segment on Ethernet, with all headers. */
    static final int ONE_SEGMENT = 1_400;

    /** A request ends by its timeout, or a little later. */
    private static final long GRACE_NANOS = 1_000_000_000;

    /** What the target gets to answer to while its port is closed. */
    private static final int LAST_MILLIS = 1;

    private static final long LOOK_NANOS = 1_000_000_000;
    private static final long LONG_NANOS = 3_600_000_000_000L;
    /** Longer than a round trip on this host, shorter than one on any network. */
    private static final long AWAKE_NANOS = Runtime.getRuntime().availableProcessors() > 1 ? 60_000 : 0;

    static final int STATE_BYTES = 4;
    static final int DEVICE_BYTES = 20;

    private static final int IDLE = 0;
    private static final int ASKED = 1;
    private static final int ABANDONED = 2;

    private final AdsPort port;
    private final boolean byCaller;
    private final String name;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final int[] arguments = new int[7];
    private int command;
    private int timeoutMillis;
    private int result;
    private long lastNanos = Long.MAX_VALUE;
    private volatile boolean closed;
    private volatile @Nullable Thread caller;
    private @Nullable Thread worker;

    // ---- of the caller
    private int timeoutSet = -1;

    /**
     * @param byCaller whether callers await short answers themselves
     * @param name of its thread
     */
    LibraryLane(AdsPort port, int timeoutMillis, boolean byCaller, String name) {
        this.port = port;
        this.byCaller = byCaller;
        this.name = name;
        this.timeoutMillis = timeoutMillis;
    }

    /** Its memory; its requests go through the lane. */
    AdsPort port() {
        return port;
    }

    ByteBuffer in(int bytes) {
        return port.in(bytes);
    }

    /** For requests from now on. */
    void setTimeout(int millis) {
        timeoutMillis = millis;
    }

    /** Waits for a request that a caller has given up, for ever if must be: what it uses cannot be freed before. */
    void awaitReturn() {
        while (state.get() == ABANDONED) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            Thread.interrupted();
        }
    }

    /** Only when nothing is on its way, and nothing will be. */
    void close() {
        closed = true;
        LockSupport.unpark(worker);
        // Closing deletes the notifications that are left, with a request for each.
        port.setTimeout(LAST_MILLIS);
        port.close();
    }

    // ---- requests

    /**
     * Any but those for notifications.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     * @param readLength bytes of the answer; there is {@linkplain #in room} for them
     */
    int request(int wanted, int first, int second, int readLength, int writeLength) throws LibraryHangsException {
        return perform(wanted, readLength, first, second, readLength, writeLength, 0, 0, 0);
    }

    int addNotification(int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user)
            throws LibraryHangsException {
        return perform(
                AdsCommand.ADD_DEVICE_NOTIFICATION,
                0,
                indexGroup,
                indexOffset,
                length,
                mode,
                maxDelay,
                cycleTime,
                user);
    }

    int deleteNotification(int handle) throws LibraryHangsException {
        return perform(AdsCommand.DELETE_DEVICE_NOTIFICATION, 0, handle, 0, 0, 0, 0, 0, 0);
    }

    private int perform(int wanted, int answerBytes, int a, int b, int c, int d, int e, int f, int g)
            throws LibraryHangsException {
        command = wanted;
        arguments[0] = a;
        arguments[1] = b;
        arguments[2] = c;
        arguments[3] = d;
        arguments[4] = e;
        arguments[5] = f;
        arguments[6] = g;
        return byCaller && answerBytes < ONE_SEGMENT ? call() : handOver();
    }

    private int call() {
        if (timeoutSet != timeoutMillis) {
            port.setTimeout(timeoutMillis);
            timeoutSet = timeoutMillis;
        }
        return call(port, command, arguments);
    }

    /** The function for a command, with the arguments of {@link #request}, or those of a notification. */
    static int call(AdsPort port, int command, int[] with) {
        return switch (command) {
            case AdsCommand.READ -> port.read(with[0], with[1], with[2]);
            case AdsCommand.WRITE -> port.write(with[0], with[1], with[3]);
            case AdsCommand.READ_WRITE -> port.readWrite(with[0], with[1], with[2], with[3]);
            case AdsCommand.READ_STATE -> port.readState();
            case AdsCommand.WRITE_CONTROL -> port.writeControl(with[0], with[1], with[3]);
            case AdsCommand.READ_DEVICE_INFO -> port.readDeviceInfo();
            case AdsCommand.ADD_DEVICE_NOTIFICATION ->
                port.addNotification(with[0], with[1], with[2], with[3], with[4], with[5], with[6]);
            case AdsCommand.DELETE_DEVICE_NOTIFICATION -> port.deleteNotification(with[0]);
            default -> throw new IllegalArgumentException(AdsCommand.name(command) + " goes through no port");
        };
    }

    /** How many bytes of {@link AdsPort#in} the port's last command has filled, if it went well. */
    static int answered(AdsPort port, int command, int readLength) {
        return command == AdsCommand.READ || command == AdsCommand.READ_WRITE ? port.received() : readLength;
    }

    // ---- on a thread of its own

    private int handOver() throws LibraryHangsException {
        Thread thread = worker();
        caller = Thread.currentThread();
        long start = System.nanoTime();
        state.set(ASKED);
        LockSupport.unpark(thread);
        if (lastNanos < AWAKE_NANOS) {
            while (state.get() == ASKED && System.nanoTime() - start < AWAKE_NANOS) {
                Thread.onSpinWait();
            }
        }
        if (state.get() == ASKED) {
            await(start + timeoutMillis * 1_000_000L + GRACE_NANOS);
        }
        caller = null;
        lastNanos = System.nanoTime() - start;
        return result;
    }

    private void await(long deadline) throws LibraryHangsException {
        boolean interrupted = false;
        while (state.get() == ASKED) {
            long left = deadline - System.nanoTime();
            if (left <= 0 && state.compareAndSet(ASKED, ABANDONED)) {
                throw new LibraryHangsException("it does not return from a request");
            }
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread worker() {
        Thread thread = worker;
        if (thread == null) {
            thread = LibraryCalls.daemon(this::work, name);
            worker = thread;
            thread.start();
        }
        return thread;
    }

    private void work() {
        while (!closed) {
            doWork();
        }
    }

    /** One step: makes the call that was handed over, or waits for one. */
    private void doWork() {
        if (state.get() == ASKED) {
            long start = System.nanoTime();
            // From here on the state is ASKED or ABANDONED, whatever happens.
            result = call();
            state.set(IDLE);
            LockSupport.unpark(caller);
            long end = System.nanoTime();
            while (end - start < AWAKE_NANOS && state.get() == IDLE && System.nanoTime() - end < AWAKE_NANOS) {
                Thread.onSpinWait();
            }
        } else {
            LockSupport.parkNanos(this, LONG_NANOS);
            // An interrupt has no meaning here; with the flag set, the thread would not wait any more.
            Thread.interrupted();
        }
    }
}
