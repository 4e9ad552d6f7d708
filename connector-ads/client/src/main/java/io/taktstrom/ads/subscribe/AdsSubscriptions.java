package io.taktstrom.ads.subscribe;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.plan.AdsGroup;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.session.GuardedSubscription;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a session, and the way from a notification's key to the point it is for.
 *
 * <p>Keys are places in an array. Only the receiving thread follows them, without a lock; adding and removing
 * replaces the array.
 */
public final class AdsSubscriptions implements NotificationListener {

    /** Of the notification about the symbol version; those of points follow. */
    private static final int VERSION_KEY = 0;

    private final Consumer<String> notices;
    private final NotificationBudget budget;
    private final Set<AdsSubscription> all = new LinkedHashSet<>();
    private volatile boolean empty = true;
    private volatile @Nullable Watched[] watched = {};
    private @Nullable AdsBackend backend;
    private @Nullable Symbols symbols;
    private Consumer<AdsSubscription> completion = subscription -> {};
    private Runnable renewal = () -> {};
    /** Those of which samples were lost, until they are brought up to date. */
    private final Set<AdsSubscription> incomplete = new LinkedHashSet<>();

    private @Nullable AdsNotification versionWatch;
    private volatile int version = SymbolVersion.NONE;
    private volatile int versionEpoch = -1;

    /** Those that have samples of the current frame. */
    private AdsSubscription[] touched = new AdsSubscription[4];

    private int touchedCount;
    private final AtomicLong frames = new AtomicLong();
    private volatile boolean delivering;
    private final CountDownLatch over = new CountDownLatch(1);

    /** @param maxNotifications that the device is asked for at once */
    public AdsSubscriptions(Consumer<String> notices, int maxNotifications) {
        this.notices = notices;
        this.budget = new NotificationBudget(maxNotifications);
    }

    /**
     * Before anything comes.
     *
     * @param newCompletion reads a subscription's values, of which samples were lost
     * @param newRenewal called when there are subscriptions to renew
     */
    void bind(AdsBackend newBackend, Symbols newSymbols, Consumer<AdsSubscription> newCompletion, Runnable newRenewal) {
        backend = newBackend;
        symbols = newSymbols;
        completion = newCompletion;
        renewal = newRenewal;
    }

    // ---- what arrives, on the receiving thread

    @Override
    public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
        if (key == VERSION_KEY) {
            if (size != 1 || (buffer.get(position) & 0xFF) != version) {
                moved(versionEpoch);
            }
            return;
        }
        Watched one = at(key);
        // Once something has moved, a sample may be of any variable; becomeVoid is about to say so.
        if (one != null && one.epoch() == epoch()) {
            if (size == one.variable().bytes()) {
                touch(one.subscription());
                one.subscription().add(one, fileTime, buffer, position, size);
            } else {
                moved(one.epoch());
            }
        }
    }

    private int epoch() {
        Symbols current = symbols;
        return current == null ? -1 : current.epoch().number();
    }

    private void moved(int ofEpoch) {
        Symbols current = symbols;
        if (current != null && ofEpoch == current.epoch().number()) {
            for (int i = 0; i < touchedCount; i++) {
                touched[i].doubt();
            }
            current.epoch().invalidate(ofEpoch);
        }
    }

    private @Nullable Watched at(int key) {
        Watched[] current = watched;
        return key < current.length ? current[key] : null;
    }

    private void touch(AdsSubscription subscription) {
        for (int i = 0; i < touchedCount; i++) {
            if (touched[i] == subscription) {
                return;
            }
        }
        if (touchedCount == touched.length) {
            touched = Arrays.copyOf(touched, 2 * touchedCount);
        }
        if (touchedCount == 0) {
            delivering = true;
        }
        touched[touchedCount++] = subscription;
    }

    @Override
    public void endOfFrame() {
        // A sink may do anything, but the frame is over: nothing is touched while it is called.
        for (int i = 0; i < touchedCount; i++) {
            touched[i].deliver();
        }
        touchedCount = 0;
        frames.lazySet(frames.getPlain() + 1);
        delivering = false;
    }

    /** How many frames have come; any thread. */
    long frames() {
        return frames.get();
    }

    /** Whether a sink is busy, or may be; any thread. */
    boolean isDelivering() {
        return delivering;
    }

    @Override
    public void overflow(int key) {
        Watched one = at(key);
        if (one != null && one.epoch() == epoch()) {
            one.subscription().markLost(one.point());
            if (incomplete.isEmpty()) {
                later(this::complete);
            }
            incomplete.add(one.subscription());
        }
    }

    /** What was lost may have been the newest value, and nothing would follow it: asks for it. */
    private void complete() {
        List<AdsSubscription> concerned = List.copyOf(incomplete);
        incomplete.clear();
        notices.accept("samples were lost: a sink was too slow while requests had to be answered; "
                + Counted.of(
                        concerned.size(),
                        "subscription is brought up to date",
                        "subscriptions are brought up to date"));
        for (AdsSubscription subscription : concerned) {
            completion.accept(subscription);
        }
    }

    private void later(Runnable call) {
        AdsBackend device = backend;
        try {
            if (device != null) {
                device.callLater(0, call);
            }
        } catch (ConnectionLostException e) {
            // All subscriptions are told so anyway.
        } catch (ConnectorException e) {
            notices.accept("subscriptions: " + e.getMessage());
        }
    }

    private void becomeVoid(int status) {
        for (AdsSubscription subscription : snapshot()) {
            if (subscription.epoch() != epoch()) {
                subscription.becomeVoid(status);
            }
        }
        renewal.run();
    }

    @Override
    public void lost(ConnectorException cause) {
        for (AdsSubscription subscription : snapshot()) {
            try {
                subscription.deliverLost();
            } catch (Throwable e) {
                // The sink that ended the connection fails again, as like as not; the others are to hear of it.
                Fatal.rethrow(e);
                notices.accept("a sink failed when told that its connection is lost: " + e);
            }
        }
        over.countDown();
    }

    /**
     * Waits until what has come so far is with the sinks, though not for ever: what is queued of a connection that is given up
     * can be had nowhere else.
     */
    public void deliverAll(Duration limit) {
        AdsBackend device = backend;
        if (empty || device == null || snapshot().stream().anyMatch(AdsSubscription::isCalledHere)) {
            return;
        }
        CountDownLatch delivered = new CountDownLatch(1);
        try {
            device.callLater(0, delivered::countDown);
        } catch (ConnectorException e) {
            // It is lost: what has come is being delivered, and at last that it is lost.
            delivered = over;
        }
        try {
            long deadline = System.nanoTime() + limit.toNanos();
            while (!delivered.await(1, TimeUnit.MILLISECONDS) && over.getCount() > 0 && System.nanoTime() < deadline) {
                // A connection that is lost meanwhile makes no calls any more, and says that it is over.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    // ---- what there is

    /**
     * An epoch of the symbols is over: what the device sends for them from now on may be something else. Any thread.
     *
     * @param status of the points until they are subscribed again
     */
    public void epochEnded(int status) {
        if (!empty) {
            later(() -> becomeVoid(status));
        }
    }

    /**
     * Has the device tell when its symbols change, for as long as there are subscriptions: notifications by address go
     * on after that, with whatever lies there now.
     *
     * @param current the version that the addresses are of
     * @param inEpoch of the symbols
     */
    synchronized void watchVersion(int current, int inEpoch) throws ConnectorException {
        AdsBackend device = backend;
        if (device == null || all.isEmpty() || current == SymbolVersion.NONE || inEpoch <= versionEpoch) {
            return;
        }
        if (versionWatch != null) {
            device.deleteNotifications(List.of(versionWatch));
            versionWatch = null;
        }
        version = current;
        versionEpoch = inEpoch;
        AdsNotification watch =
                new AdsNotification(IndexGroup.SYMBOL_VERSION, 0, 1, TransmissionMode.ON_CHANGE, 0, 0, VERSION_KEY);
        device.addNotifications(List.of(watch));
        versionWatch = watch;
    }

    /** The version that is watched, in {@link #versionEpoch}. */
    int version() {
        return version;
    }

    int versionEpoch() {
        return versionEpoch;
    }

    private synchronized List<AdsNotification> endVersionWatch() {
        AdsNotification watch = versionWatch;
        if (watch == null || !all.isEmpty()) {
            return List.of();
        }
        versionWatch = null;
        versionEpoch = -1;
        return List.of(watch);
    }

    synchronized void add(AdsSubscription subscription) {
        all.add(subscription);
        empty = false;
    }

    NotificationBudget budget() {
        return budget;
    }

    /** Gives each point its key; the points are in the order of the keys. */
    synchronized int[] enter(List<Watched> points) {
        int[] keys = new int[points.size()];
        Watched[] table = Arrays.copyOf(watched, watched.length + points.size() + 1);
        int key = VERSION_KEY + 1;
        for (int i = 0; i < keys.length; i++) {
            while (table[key] != null) {
                key++;
            }
            table[key] = points.get(i);
            keys[i] = key;
        }
        watched = Arrays.copyOf(table, Math.max(key + 1, watched.length));
        return keys;
    }

    /** Frees the keys; only when the device uses them no more. */
    private synchronized void leave(List<AdsNotification> notifications) {
        Watched[] table = watched.clone();
        for (AdsNotification notification : notifications) {
            table[notification.key()] = null;
        }
        watched = table;
    }

    /** The device has them no more, or never had: frees their keys, and makes room for others. */
    void release(List<AdsNotification> notifications) {
        leave(notifications);
        budget.giveBack(notifications.size());
    }

    private synchronized void forget(List<GuardedSubscription<AdsGroup>> silenced) {
        silenced.forEach(all::remove);
        empty = all.isEmpty();
    }

    /** Whether it is empty; does not block. */
    boolean isEmpty() {
        return empty;
    }

    synchronized List<AdsSubscription> snapshot() {
        return new ArrayList<>(all);
    }

    /** Has the device end subscriptions that were silenced, as far as it still answers. */
    public void end(List<GuardedSubscription<AdsGroup>> silenced) {
        List<AdsNotification> notifications = new ArrayList<>();
        for (GuardedSubscription<AdsGroup> one : silenced) {
            notifications.addAll(((AdsSubscription) one).endAndTake());
        }
        forget(silenced);
        List<AdsNotification> others = endVersionWatch();
        delete(notifications, others);
        renewal.run();
    }

    /** Has the device delete notifications, as far as it still answers, and frees their keys. */
    void delete(List<AdsNotification> notifications, List<AdsNotification> others) {
        AdsBackend device = backend;
        List<AdsNotification> both = new ArrayList<>(notifications);
        both.addAll(others);
        try {
            if (device != null) {
                device.deleteNotifications(both);
            }
        } catch (ConnectionLostException e) {
            // With the connection the device forgets them; that it is lost is told by its end, once.
        } catch (ConnectorException e) {
            notices.accept("end notifications: " + e.getMessage());
        } finally {
            release(notifications);
        }
    }

    void notice(String text) {
        notices.accept(text);
    }
}
