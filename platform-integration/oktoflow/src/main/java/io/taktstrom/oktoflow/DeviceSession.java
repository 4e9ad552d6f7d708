package io.taktstrom.oktoflow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.stream.source.ManagedConnection;
import org.jspecify.annotations.Nullable;

/**
 * A device as oktoflow's model access wants it: values by name, with caching. It comes back by itself after each outage, and
 * makes rounds: while one lasts, one thread translates, and what it asks for is kept with the round.
 *
 * <p>A name that is sampled (see {@link Sampler}) is answered with its last sample, never with another read. Any other one is
 * read, unless it was seen before and its life time lasts. Thread-safe.
 */
public final class DeviceSession implements AutoCloseable {

    /** Work that talks to a device. */
    @FunctionalInterface
    public interface Work<T> {
        T call() throws IOException;
    }

    private static final int PAGE = 500;

    private final DeviceTarget target;
    private final PathRule rule;
    private final ManagedConnection connection;
    private final Map<String, DeviceVariable> variables = new ConcurrentHashMap<>();
    private final Set<String> asked = new LinkedHashSet<>();
    private final ReentrantLock rounds = new ReentrantLock();
    private @Nullable Round current;

    private DeviceSession(DeviceTarget target, ManagedConnection connection) {
        this.target = target;
        this.connection = connection;
        rule = PathRule.of(target.provider());
    }

    /**
     * Connects.
     *
     * @param name of the connection, for threads and messages
     * @param notices hears in words what happens to the connection
     * @throws IOException when the device is not reached within its connect timeout; the message says why
     */
    public static DeviceSession open(DeviceTarget target, String name, Consumer<String> notices) throws IOException {
        FirstConnect first = new FirstConnect();
        AtomicReference<String> last = new AtomicReference<>("not reached; check host, port and cable");
        ManagedConnection connection = ManagedConnection.to(target.provider(), target.endpoint())
                .named(name)
                .onNotice(notice -> {
                    last.set(notice);
                    notices.accept(notice);
                })
                .onState(first::onState)
                .start();
        try {
            if (first.await(
                    CommonOptions.CONNECT_TIMEOUT.of(target.endpoint()),
                    CommonOptions.BROWSE_TIMEOUT.of(target.endpoint()))) {
                return new DeviceSession(target, connection);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        connection.close();
        throw new IOException("connect to " + target.endpoint() + ": " + last.get());
    }

    public DeviceTarget target() {
        return target;
    }

    public PathRule rule() {
        return rule;
    }

    /** For its meters, and for what has no place in a model access. */
    public ManagedConnection connection() {
        return connection;
    }

    DeviceVariable variable(String name) {
        return variables.computeIfAbsent(name, key -> {
            String address = target.points().addresses().get(key);
            return new DeviceVariable(key, address == null ? rule.address(key) : address, rule);
        });
    }

    /**
     * The value of a variable, in a form of {@link PlatformValue}.
     *
     * @param lifetimeMillis how long a value that was read before is good enough: less than 0 for ever, 0 not at all
     * @throws IOException when it has none; the message says why
     */
    public Object get(String name, int lifetimeMillis) throws IOException {
        if (name.isBlank()) {
            throw new IOException("read at " + target.endpoint() + ": no name was given");
        }
        DeviceVariable variable = variable(name);
        Round round = currentRound();
        if (round != null) {
            synchronized (asked) {
                asked.add(name);
            }
        }
        DeviceVariable.Seen seen = variable.seen();
        if (seen == null || !(variable.isSampled() || isGoodEnough(seen, lifetimeMillis))) {
            seen = variable.read(connection.current());
        }
        Object value = variable.value(seen, target.endpoint().toString());
        if (round != null) {
            round.saw(name, value);
        }
        return value;
    }

    /** What was read, not sampled, is read again when it is asked for. */
    void forget() {
        variables.values().forEach(DeviceVariable::forget);
    }

    private static boolean isGoodEnough(DeviceVariable.Seen seen, int lifetimeMillis) {
        return !StatusCode.isBad(seen.status())
                && (lifetimeMillis < 0
                        || System.nanoTime() - seen.at() < TimeUnit.MILLISECONDS.toNanos(lifetimeMillis));
    }

    /**
     * Writes a variable, once: a write whose answer is lost is not sent again, for it may have arrived.
     *
     * @param value in any form that the Java types of a model have
     * @throws IOException when it does not fit, or the device refuses it; the message says why
     */
    public void set(String name, @Nullable Object value) throws IOException {
        variable(name).write(connection.current(), value);
    }

    /** Does the work as a round: alone, and with what it asks for kept in the round. */
    public <T> T during(Round round, Work<T> work) throws IOException {
        rounds.lock();
        Round outer = current;
        try {
            current = round;
            return work.call();
        } finally {
            current = outer;
            rounds.unlock();
        }
    }

    private @Nullable Round currentRound() {
        return rounds.isHeldByCurrentThread() ? current : null;
    }

    /** Names that rounds have asked for so far, in that order. */
    public List<String> asked() {
        synchronized (asked) {
            return List.copyOf(asked);
        }
    }

    /** The variables below a path, for making a model of them. */
    public List<BrowseNode> browse(String path) throws IOException {
        String pattern = path.isEmpty() ? "**" : rule.join(rule.address(path), "**");
        List<BrowseNode> nodes = new ArrayList<>();
        try (BrowseCursor cursor = connection.current().browse(new BrowseFilter(Glob.of(pattern), true))) {
            for (List<BrowseNode> page = cursor.next(PAGE); !page.isEmpty(); page = cursor.next(PAGE)) {
                nodes.addAll(page);
            }
        }
        return nodes;
    }

    @Override
    public void close() {
        connection.close();
    }
}
