package io.taktstrom.page;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.http.HttpLimits;
import io.taktstrom.http.HttpPort;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.page.access.AccessLog;
import io.taktstrom.page.access.Logins;
import io.taktstrom.page.access.Logins.AccessFiles;
import io.taktstrom.page.access.UserFile;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.runtime.tap.TapReading;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves a page of a running deployment, and keeps all that are open up to date: on this machine as it is, elsewhere in TLS to users
 * who log in. Thread-safe.
 *
 * <p>Start the deployment {@linkplain io.taktstrom.runtime.RunContext#withTaps with taps}.
 */
public final class LivePage implements AutoCloseable {

    private static final Duration FRAME = Duration.ofMillis(200);
    private static final int FRAMES_PER_LOOK = 5;
    private static final Duration ENDING = Duration.ofSeconds(1);

    /** Time of a browser for a request, and for an answer or a frame. */
    private static final Duration TRANSFER = Duration.ofSeconds(10);
    /** Time of a command; longer than the device has to answer. */
    private static final Duration HANDLING = Duration.ofSeconds(75);

    static final int MAX_CONNECTIONS = 256;

    private final PageSettings settings;
    private final EpochNanoClock clock;
    private final HttpPort server;
    private final int port;
    private final Viewers viewers;
    /** Which process this is: a page of a former one reloads itself. */
    private final String process;

    private final ScheduledTask task;
    private volatile @Nullable RunningDeployment running;
    private volatile @Nullable PageWrites writes;
    private volatile @Nullable PageActions actions;
    private volatile @Nullable PageAlarms alarms;
    private final AccessLog access;
    private final @Nullable Logins logins;

    // Of the thread that makes frames.
    private long next;
    private int frame;
    private final PageFrames frames;
    private final TapReading reading = new TapReading();
    private @Nullable OverviewReader overviews;
    private PointTable table = PointTable.EMPTY;
    private PointHistory history = PointHistory.of(PointTable.EMPTY);
    private int generation;
    private long lookedAt;
    private long lookedAtMillis;
    /** The latest, as it is sent. */
    private byte[] overview = new byte[0];

    private LivePage(PageSettings settings, EpochNanoClock clock, Consumer<String> notices) throws IOException {
        this.settings = settings;
        this.clock = clock;
        process = Long.toHexString(clock.epochNanos());
        frames = new PageFrames(clock);
        next = clock.nanoTime();
        viewers = new Viewers(clock);
        AccessFiles users = settings.users();
        access = accessLog(notices);
        Logins open = users == null ? null : new Logins(users, access, clock, notices);
        logins = open;
        server = HttpPort.bind(
                new InetSocketAddress(settings.address(), settings.port()),
                new PageHandler(this),
                new HttpLimits(TRANSFER, HANDLING, PageHandler.MAX_BODY_BYTES, MAX_CONNECTIONS),
                open == null ? null : () -> open.tls().context(),
                "takt-page-http",
                clock,
                e -> notices.accept("page: " + Notices.inWords(e) + "; the browser got 500"));
        port = server.address().getPort();
        task = ScheduledTask.pooled(
                "takt-page-frames",
                this::doWork,
                () -> {},
                e -> notices.accept("page: " + Notices.inWords(e) + "; going on in a moment"));
    }

    /**
     * Takes the port, and answers nothing yet.
     *
     * @param notices receives unexpected failures
     * @throws IOException when the port is taken; the message says what to do
     * @throws UserFile.InvalidException when a file of users or keys is not as it must be
     */
    public static LivePage bind(PageSettings settings, EpochNanoClock clock, Consumer<String> notices)
            throws IOException {
        try {
            return new LivePage(settings, clock, notices);
        } catch (UserFile.InvalidException e) {
            throw e;
        } catch (IOException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new IOException(
                    "cannot serve the page on " + settings.address().getHostAddress() + ":" + settings.port() + ": "
                            + why.getMessage()
                            + "; is another takt running? End it, or choose another port with --ui=PORT",
                    e);
        }
    }

    /** Where it is: by the first name of its certificate, if it has one. */
    public URI address() {
        String host = logins == null ? "127.0.0.1" : logins.tls().names().get(0);
        return URI.create((logins == null ? "http://" : "https://") + (host.indexOf(':') < 0 ? host : "[" + host + "]")
                + ":" + port() + "/");
    }

    /** Null for a page without users. */
    @Nullable
    Logins logins() {
        return logins;
    }

    /** Null when this process cannot do them. */
    @Nullable
    PageActions actions() {
        return actions;
    }

    @Nullable
    PageAlarms alarms() {
        return alarms;
    }

    AccessLog access() {
        return access;
    }

    private AccessLog accessLog(Consumer<String> notices) {
        return new AccessLog() {
            @Override
            public void note(String who, String event, boolean isRefused, String detail) {
                RunningDeployment of = running;
                RunningCommands commands = of == null ? null : of.commands();
                if (commands == null || !commands.note(PageWrites.SOURCE, who, event, isRefused, detail)) {
                    notices.accept("page: " + event + " by " + who + (detail.isEmpty() ? "" : ", " + detail)
                            + "; not in the audit");
                }
            }

            @Override
            public void turnAway(String who, String why) {
                RunningDeployment of = running;
                RunningCommands commands = of == null ? null : of.commands();
                if (commands != null) {
                    commands.entrance(PageWrites.SOURCE).turnAway(who, why);
                }
            }
        };
    }

    int port() {
        return port;
    }

    /** Answers from now on. Once. */
    public void start(RunningDeployment deployment) {
        start(deployment, null);
    }

    /**
     * Answers from now on. Once.
     *
     * @param does what administrators ask for; null when this process cannot do it
     */
    public void start(RunningDeployment deployment, @Nullable PageActions does) {
        running = deployment;
        actions = does;
        PageWrites open = new PageWrites(deployment, settings, clock);
        writes = open;
        alarms = new PageAlarms(
                deployment, access, e -> access.note("takt", "alarm", true, "internal error: " + Notices.inWords(e)));
        overviews = new OverviewReader(
                deployment, settings.title(), open.isOpen(), logins != null || open.hasToken(), clock);
        if (logins != null) {
            logins.start();
        }
        server.start();
        task.begin();
    }

    Viewers viewers() {
        return viewers;
    }

    @Nullable
    PageWrites writes() {
        return writes;
    }

    /** What a page is told first. */
    String hello(String name) {
        return new JsonMapper().writeValueAsString(Map.of("page", name, "process", process));
    }

    /** A page shows something else: the next frame comes now. */
    void hurry() {
        task.wake();
    }

    /** Sends a frame to each page when it is time for one; before that to pages that show something else now. */
    private long doWork() {
        long now = clock.nanoTime();
        if (now - next < 0) {
            viewers.all().stream().filter(Viewer::isNews).forEach(viewer -> send(viewer, false));
            return next - now;
        }
        boolean whole = frame++ % FRAMES_PER_LOOK == 0;
        if (whole) {
            closeEnded();
            look();
            overview = overview();
        }
        viewers.all().forEach(viewer -> send(viewer, whole));
        next = Math.max(next + FRAME.toNanos(), clock.nanoTime());
        return Math.max(0, next - clock.nanoTime());
    }

    /** Who has logged out, or whose session is over, sees no more. An open page keeps its session. */
    private void closeEnded() {
        Logins of = logins;
        if (of != null) {
            viewers.all().stream()
                    .filter(viewer -> viewer.session() == null || !of.isOpen(viewer.session()))
                    .forEach(Viewer::close);
        }
    }

    /** Follows what is sampled now, and looks at every point. */
    private void look() {
        RunningDeployment now = running;
        if (now == null) {
            return;
        }
        List<ScanTap> taps = new ArrayList<>();
        now.connections().forEach(connection -> taps.addAll(connection.taps()));
        if (!table.isOf(taps)) {
            PointTable next = new PointTable(taps);
            history = history.over(next);
            table = next;
            generation++;
        }
        long at = clock.nanoTime();
        history.look(reading, Math.max(1e-3, (at - lookedAt) / 1e9));
        lookedAt = at;
        lookedAtMillis = clock.epochNanos() / 1_000_000;
    }

    private byte[] overview() {
        OverviewReader of = overviews;
        if (of == null) {
            return new byte[0];
        }
        return PageFrames.event(
                "overview", of.now(table, history, !viewers.all().isEmpty()));
    }

    /** What is new for a page, all of it in one frame. */
    private void send(Viewer viewer, boolean whole) {
        if (!viewer.isReady()) {
            return;
        }
        View view = viewer.view();
        boolean isOfOtherPoints = viewer.generationSent() != generation;
        List<byte[]> parts = new ArrayList<>();
        if (whole || isOfOtherPoints) {
            parts.add(overview);
        }
        boolean isAnotherSearch = !view.search().equals(viewer.viewSent().search());
        int[] found = whole || isOfOtherPoints || isAnotherSearch
                ? table.find(view.search(), history::severity)
                : viewer.found();
        boolean withSparks = whole || isOfOtherPoints || !view.equals(viewer.viewSent());
        parts.add(PageFrames.event("rows", frames.rows(table, history, found, view, withSparks)));
        List<String> plot = view.plot();
        if (!plot.equals(viewer.viewSent().plot()) || (isOfOtherPoints && !plot.isEmpty())) {
            parts.add(PageFrames.event("past", frames.past(table, history, plot, lookedAtMillis)));
        } else if (!plot.isEmpty()) {
            parts.add(PageFrames.event("plotted", frames.plotted(table, plot)));
        }
        RunningDeployment of = running;
        List<HealthEvent> unseen = of == null ? List.of() : of.events().after(viewer.eventsSent());
        long lastEvent = viewer.eventsSent();
        if (!unseen.isEmpty()) {
            lastEvent = unseen.get(unseen.size() - 1).number();
            parts.add(PageFrames.event(
                    "events", unseen.stream().map(PageFrames.Event::of).toList()));
        }
        viewer.sent(view, found, lastEvent, generation);
        viewer.send(PageFrames.joined(parts));
    }

    /** Ends all pages and lets go of the port. Idempotent. */
    @Override
    public void close() {
        task.end();
        if (running != null) {
            task.awaitEnd(ENDING);
        }
        viewers.close();
        server.close();
        PageAlarms open = alarms;
        if (open != null) {
            open.close();
        }
        if (logins != null) {
            logins.close();
        }
    }
}
