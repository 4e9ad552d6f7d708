package io.taktstrom.ads.simulator.protocol;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.simulation.DeviceThreads;
import org.jspecify.annotations.Nullable;

/** The notifications on their way to one connection, and the threads that send them. Guarded by the simulation's lock. */
public final class NotificationSender {

    private final ClientChannel channel;
    private final Meter meter;
    private final DeviceThreads threads;
    private final EpochNanoClock clock;
    private final List<BurstSender> bursts = new ArrayList<>();
    private @Nullable Outbox outbox;
    /** Answers with the handles of new notifications are not sent yet; the thread of the connection only. */
    private boolean held;

    public NotificationSender(ClientChannel channel, Meter meter, DeviceThreads threads, EpochNanoClock clock) {
        this.channel = channel;
        this.meter = meter;
        this.threads = threads;
        this.clock = clock;
    }

    Outbox outbox() {
        if (outbox == null) {
            outbox = new Outbox(channel, meter);
            threads.start(outbox, channel + "-outbox");
        }
        return outbox;
    }

    /** Keeps samples back until {@link #release}: the client does not know the handle of a new notification yet. */
    void hold() {
        held = true;
        outbox().hold();
    }

    /** Prepares a burst, which begins with {@link #release}. */
    void addBurst(Subscription subscription, Burst burst) {
        held = true;
        bursts.add(new BurstSender(
                channel,
                subscription.handle,
                subscription.watch.bytes(),
                subscription.subscriber.client,
                subscription.subscriber.server,
                burst,
                clock,
                meter));
    }

    void stopBurst(int handle) {
        bursts.removeIf(sender -> {
            if (sender.handle() == handle) {
                sender.stop();
                return true;
            }
            return false;
        });
    }

    /** Whether there is something to {@link #release}. Called by the thread of the connection, without the lock. */
    public boolean isHeld() {
        return held;
    }

    /** Sends what was held: the answers with the handles are sent. */
    public void release() {
        held = false;
        outbox().release();
        for (BurstSender sender : bursts) {
            if (sender.begin()) {
                threads.start(sender, channel + "-burst");
            }
        }
    }

    /** Ends its threads. */
    public void close() {
        if (outbox != null) {
            outbox.close();
        }
        bursts.forEach(BurstSender::stop);
    }
}
