package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.engine.Notification;
import io.taktstrom.ads.engine.NotificationListener;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a session, and the way from a notification's key to the point it is for.
 *
 * <p>Keys are places in an array. Only the receiving thread follows them, without a lock; whoever adds or removes some
 * replaces the array.
 */
final class Subscriptions implements NotificationListener {

    /** Of the notification about the symbol version; those of points follow. */
    private static final int VERSION_KEY = 0;

    private final Consumer<String> notices;
    private final Set<AdsSubscription> all = new LinkedHashSet<>();
    private volatile @Nullable Watched[] watched = {};
    private @Nullable AdsBackend backend;
    private Runnable onStale = () -> {};
    private Consumer<AdsSubscription> completion = subscription -> {};
    /** Those of which samples were lost, until they are brought up to date. */
    private final Set<AdsSubscription> incomplete = new LinkedHashSet<>();

    /** The session knows that variables moved, and will have {@link #becomeStale} called. */
    private boolean movePending;

    private @Nullable Notification versionWatch;
    private volatile int version = Symbols.NO_VERSION;

    /** Those that have samples of the current frame. */
    private AdsSubscription[] touched = new AdsSubscription[4];

    private int touchedCount;

    Subscriptions(Consumer<String> notices) {
        this.notices = notices;
    }

    /**
     * @param newOnStale told when a notification became void
     * @param newCompletion reads a subscription's values, of which samples were lost
     */
    void bind(AdsBackend newBackend, Runnable newOnStale, Consumer<AdsSubscription> newCompletion) {
        backend = newBackend;
        onStale = newOnStale;
        completion = newCompletion;
    }

    // ---- what arrives, on the receiving thread

    @Override
    public void sample(int key, long fileTime, ByteBuffer buffer, int position, int size) {
        if (key == VERSION_KEY) {
            if (size != 1 || (buffer.get(position) & 0xFF) != version) {
                moved();
            }
            return;
        }
        Watched one = at(key);
        // Once something has moved, a sample may be of any variable; becomeStale is about to say so.
        if (one != null && !one.stale && !(movePending && one.variable.symbolic())) {
            touch(one.subscription);
            one.subscription.add(one, fileTime, buffer, position, size);
            if (size == 0) {
                one.stale = true;
                moved();
            }
        }
    }

    /** Many notifications may say the same thing at once. */
    private void moved() {
        if (!movePending) {
            movePending = true;
            for (int i = 0; i < touchedCount; i++) {
                touched[i].doubt();
            }
            onStale.run();
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
        touched[touchedCount++] = subscription;
    }

    @Override
    public void endOfFrame() {
        // A sink may do anything, but the frame is over: nothing is touched while it is called.
        for (int i = 0; i < touchedCount; i++) {
            touched[i].deliver();
        }
        touchedCount = 0;
    }

    @Override
    public void overflow(int key) {
        Watched one = at(key);
        if (one != null && !one.stale) {
            one.subscription.markLost(one.point);
            if (incomplete.isEmpty()) {
                later(this::complete);
            }
            incomplete.add(one.subscription);
        }
    }

    /** What was lost may have been the newest value, and nothing would follow it: asks for it. */
    private void complete() {
        List<AdsSubscription> concerned = List.copyOf(incomplete);
        incomplete.clear();
        notices.accept("samples were lost: a sink was too slow while requests had to be answered; " + concerned.size()
                + " subscriptions are brought up to date");
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
        } catch (ConnectorException e) {
            // The connection is lost, and all subscriptions are told so anyway.
            notices.accept("subscriptions: " + e.getMessage());
        }
    }

    private void becomeStale() {
        movePending = false;
        for (Watched one : watched) {
            if (one != null && one.variable.symbolic() && !one.stale) {
                one.stale = true;
                touch(one.subscription);
                one.subscription.addStale(one);
            }
        }
        endOfFrame();
    }

    @Override
    public void lost(ConnectorException cause) {
        for (AdsSubscription subscription : snapshot()) {
            subscription.deliverLost();
        }
    }

    // ---- what there is

    /** Variables may have moved: what the device sends for names from now on may be something else. Any thread. */
    void variablesMoved() {
        if (!snapshot().isEmpty()) {
            later(this::becomeStale);
        }
    }

    /**
     * Has the device tell when its symbols change, for as long as there are subscriptions: notifications by address go
     * on after that, with whatever lies there now.
     *
     * @param current the version that the addresses are of
     */
    synchronized void watchVersion(int current) throws ConnectorException {
        AdsBackend device = backend;
        if (device == null || current == Symbols.NO_VERSION) {
            return;
        }
        version = current;
        if (versionWatch == null) {
            Notification watch =
                    new Notification(IndexGroup.SYMBOL_VERSION, 0, 1, TransmissionMode.ON_CHANGE, 0, 0, VERSION_KEY);
            device.addNotifications(List.of(watch));
            versionWatch = watch;
        }
    }

    private synchronized List<Notification> endVersionWatch() {
        Notification watch = versionWatch;
        if (watch == null || !all.isEmpty()) {
            return List.of();
        }
        versionWatch = null;
        return List.of(watch);
    }

    /** Gives each point its key; the points are in the order of the keys. */
    synchronized int[] enter(AdsSubscription subscription, List<Watched> points) {
        all.add(subscription);
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

    private synchronized void forget(List<AdsSubscription> silenced) {
        silenced.forEach(all::remove);
    }

    /** Frees the keys; only when the device uses them no more. */
    private synchronized void leave(AdsSubscription subscription) {
        Watched[] table = watched.clone();
        for (int key = 0; key < table.length; key++) {
            Watched one = table[key];
            if (one != null && one.subscription == subscription) {
                table[key] = null;
            }
        }
        watched = table;
    }

    synchronized List<AdsSubscription> snapshot() {
        return new ArrayList<>(all);
    }

    /** Has the device end a subscription that was silenced, as far as it still answers. */
    void end(AdsSubscription subscription) {
        end(List.of(subscription));
    }

    private void end(List<AdsSubscription> silenced) {
        List<Notification> notifications = new ArrayList<>();
        silenced.forEach(one -> notifications.addAll(one.notifications()));
        AdsBackend device = backend;
        forget(silenced);
        notifications.addAll(endVersionWatch());
        try {
            if (device != null) {
                device.deleteNotifications(notifications);
            }
        } catch (ConnectorException e) {
            notices.accept("end notifications: " + e.getMessage());
        } finally {
            silenced.forEach(this::leave);
        }
    }

    /** Ends those of a group that closes, or all. */
    void endAll(@Nullable AdsGroup group) {
        List<AdsSubscription> silenced = snapshot();
        silenced.removeIf(one -> (group != null && one.group() != group) || !one.silence());
        if (!silenced.isEmpty()) {
            end(silenced);
        }
    }

    void notice(String text) {
        notices.accept(text);
    }
}
