package io.taktstrom.runtime.standby;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.StandbyConfig;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.lease.LeaseStore;
import io.taktstrom.runtime.health.StandbyReport;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/** Makes a deployment active while it holds the lease, and has it step down when it does not any more. Thread-safe. */
public final class RunningStandby implements AutoCloseable {

    private static final Duration LONGEST_CALL = Duration.ofSeconds(3);
    private static final Duration CLOSE = Duration.ofSeconds(1);

    /** What is switched. Called by one thread. */
    public interface Role {

        /**
         * Begins to sample, publish and take commands.
         *
         * @throws IOException when that is not possible; {@link #stepDown} is called then
         */
        void activate() throws IOException;

        /** Returns once nothing samples, publishes or writes any more. */
        void stepDown();
    }

    private final StandbyConfig config;
    private final String instance;
    private final LeaseStore store;
    private final Election election;
    private final EpochNanoClock clock;
    private final Consumer<String> notices;
    private final ScheduledTask electing;
    private final ScheduledTask following;
    private volatile @Nullable Role role;
    private volatile boolean active;
    private volatile boolean resigns;
    private volatile long since;
    private volatile String failure = "";

    private RunningStandby(
            StandbyConfig config, String instance, LeaseStore store, EpochNanoClock clock, Consumer<String> notices) {
        this.config = config;
        this.instance = instance;
        this.store = store;
        this.clock = clock;
        this.notices = notices;
        since = clock.epochNanos();
        // Two instances of one name are told apart, and this one from itself before a restart.
        String holder =
                instance + " " + Long.toHexString(ThreadLocalRandom.current().nextLong());
        election = new Election(store, holder, config.ttl(), clock, notices);
        electing = ScheduledTask.pooled("takt-runtime-lease", this::elect, election::release, this::report);
        following = ScheduledTask.pooled("takt-runtime-standby", this::follow, () -> {}, this::report);
    }

    /**
     * Opens the store of the lease of a deployment; null when it has none.
     *
     * @throws IOException when it cannot be used at all; one that is away is tried until it answers
     */
    public static @Nullable RunningStandby of(
            Deployment deployment, Providers providers, EpochNanoClock clock, Consumer<String> notices)
            throws IOException {
        StandbyConfig config = deployment.standby();
        return config == null
                ? null
                : new RunningStandby(
                        config,
                        instance(deployment, config),
                        open(deployment, config, providers, clock, notices),
                        clock,
                        notices);
    }

    private static LeaseStore open(
            Deployment deployment,
            StandbyConfig config,
            Providers providers,
            EpochNanoClock clock,
            Consumer<String> notices)
            throws IOException {
        SinkContext context = new SinkContext("standby", deployment::resolve, clock, new SinkObserver() {
            @Override
            public void onNotice(String message) {
                notices.accept("standby: " + message);
            }
        });
        Duration limit = config.ttl().dividedBy(4);
        try {
            return providers
                    .leaseStore(config.lease().type())
                    .open(config.lease().values(), context, limit.compareTo(LONGEST_CALL) < 0 ? limit : LONGEST_CALL);
        } catch (IOException e) {
            throw new IOException("standby: " + e.getMessage(), e);
        }
    }

    /**
     * Finds out what would keep the lease of a deployment from being held. Does not touch it.
     *
     * @return what is wrong; empty when nothing is
     */
    public static String check(
            Deployment deployment, Providers providers, EpochNanoClock clock, Consumer<String> notices) {
        StandbyConfig config = deployment.standby();
        if (config != null) {
            try (LeaseStore store = open(deployment, config, providers, clock, notices)) {
                store.read();
            } catch (IOException e) {
                return String.valueOf(e.getMessage());
            }
        }
        return "";
    }

    private static String instance(Deployment deployment, StandbyConfig config) {
        if (!config.instance().isEmpty()) {
            return config.instance();
        }
        String path = deployment.source().toAbsolutePath().toString();
        try {
            return InetAddress.getLocalHost().getHostName() + ":" + path;
        } catch (UnknownHostException e) {
            return path;
        }
    }

    /** Begins to try for the lease. */
    public void begin(Role switched) {
        role = switched;
        following.begin();
        electing.begin();
    }

    private void report(Throwable e) {
        notices.accept("standby: " + Notices.inWords(e) + "; trying again");
    }

    private long elect() {
        if (resigns) {
            resigns = false;
            election.resign();
        }
        long next = election.doWork();
        following.wake();
        return next;
    }

    private long follow() {
        long left = election.leftNanos();
        if (left > 0 && !active && !resigns) {
            activate();
        } else if (left <= 0 && active) {
            stepDown(reasonToStepDown());
        }
        long now = election.leftNanos();
        return active && now > 0 ? now : active ? 0 : ScheduledTask.UNTIL_WOKEN;
    }

    private void activate() {
        notices.accept("active: " + instance + " holds the lease " + store + ", term " + election.term());
        try {
            switched().activate();
            active = true;
            failure = "";
            since = clock.epochNanos();
        } catch (IOException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            failure = Notices.inWords(e);
            notices.accept("cannot become active: " + failure + "; others may, and this instance tries again in "
                    + Durations.format(config.ttl()));
            switched().stepDown();
            resigns = true;
            electing.wake();
        }
    }

    private Role switched() {
        return Objects.requireNonNull(role, "begun");
    }

    private String reasonToStepDown() {
        return election.trouble().isEmpty()
                ? election.other().isEmpty()
                        ? "the lease was not renewed in time"
                        : election.other() + " holds the lease"
                : "the lease could not be renewed: " + election.trouble();
    }

    private void stepDown(String why) {
        notices.accept("stepping down: " + why);
        switched().stepDown();
        active = false;
        since = clock.epochNanos();
        notices.accept("on standby: nothing is sampled, published or written by " + instance);
    }

    /** Asked before anything is written. */
    public Fence fence() {
        return election;
    }

    /** Whether it samples, publishes and writes. */
    public boolean isActive() {
        return active && election.leftNanos() > 0;
    }

    /** What was wrong with the deployment may be mended. */
    public void clearFailure() {
        failure = "";
    }

    /** How it does. */
    public StandbyReport report() {
        return new StandbyReport(
                isActive(),
                since,
                election.term(),
                instance,
                election.where(),
                election.other(),
                election.trouble(),
                Math.max(0, election.leftNanos()),
                failure);
    }

    /** Switches no more; what is active stays so, and its lease is renewed. Returns when nothing is being switched. */
    public void end() {
        if (role != null) {
            following.end();
            following.awaitEnd(LONGEST_CALL);
        }
    }

    /** Releases the lease, once nothing is active any more. Takes a second at most. Idempotent. */
    @Override
    public void close() {
        if (role != null) {
            electing.end();
            electing.awaitEnd(CLOSE);
        }
        store.close();
    }
}
