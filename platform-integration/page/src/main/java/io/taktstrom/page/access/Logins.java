package io.taktstrom.page.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Logs users in and out, and follows the files that say who may. One thread compares passwords, one after the other, so that
 * attempts cost one processor at most; what waits is bounded. Thread-safe.
 */
public final class Logins implements AutoCloseable {

    private static final int MAX_WAITING = 16;
    private static final long LOOK_EVERY_MILLIS = 1000;
    /** Longer names are those of no user. */
    private static final int MAX_NAME = 64;

    /** The prefix binds it to this host, to TLS and to all paths (RFC 6265bis, 4.1.3.2). */
    private static final String COOKIE = "__Host-taktstrom";

    private static final Pattern SENT = Pattern.compile("(?:^|[;,] *)" + COOKIE + "=([A-Za-z0-9_-]{43})(?:[;,]|$)");
    /** In place of a name that is no user's, which may be a password typed in the wrong place. */
    private static final String UNKNOWN = "(unknown user)";

    private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Strict";

    private final AccessFiles files;
    private final AccessLog log;
    private final Consumer<String> notices;
    private final LoginLimit limit;
    private final Sessions sessions;
    private final BlockingQueue<Runnable> waiting = new ArrayBlockingQueue<>(4 * MAX_WAITING);
    private final RestartingThread thread;
    private volatile Map<String, PageUser> users;
    private volatile PageTls tls;
    private volatile boolean closed;

    // Of our thread.
    private String read;
    private String seen;
    private String decoy;

    /**
     * Where users, certificate and key are, PEM.
     *
     * @param users as {@link UserFile} reads it
     */
    public record AccessFiles(Path users, Path certificate, Path privateKey) {

        /** What tells a changed file from the former one. */
        private String state() {
            StringBuilder state = new StringBuilder();
            for (Path file : List.of(users, certificate, privateKey)) {
                try {
                    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
                    state.append(now.lastModifiedTime()).append(now.size()).append(now.fileKey());
                } catch (IOException e) {
                    state.append("missing");
                }
            }
            return state.toString();
        }
    }

    /**
     * What became of an attempt.
     *
     * @param code RFC 9110, 15
     * @param detail why not; empty when it was good
     * @param headers with their lines' ends
     */
    public record Outcome(int code, String detail, String headers) {}

    /**
     * Reads the files.
     *
     * @param notices receives what is wrong with files that have changed, and unexpected failures
     * @throws IOException with file and line
     */
    public Logins(AccessFiles files, AccessLog log, EpochNanoClock clock, Consumer<String> notices) throws IOException {
        this.files = files;
        this.log = log;
        this.notices = notices;
        limit = new LoginLimit(clock);
        sessions = new Sessions(clock);
        read = files.state();
        seen = read;
        users = UserFile.read(files.users());
        if (users.isEmpty()) {
            throw new UserFile.InvalidException(
                    files.users() + " has no users; add one with 'takt user add " + files.users() + " NAME'");
        }
        tls = PageTls.read(files.certificate(), files.privateKey());
        decoy = decoy(users);
        thread = RestartingThread.unstarted(
                "takt-page-logins",
                this::run,
                () -> {},
                e -> notices.accept("page: logins: " + Notices.inWords(e) + "; going on in a moment"),
                clock);
    }

    private static String decoy(Map<String, PageUser> users) {
        return Passwords.decoy(users.values().stream()
                .mapToInt(user -> Passwords.cost(user.hash()))
                .max()
                .orElse(Passwords.COST));
    }

    /** Begins to compare passwords, and to follow the files. */
    public void start() {
        thread.begin();
    }

    /** The present certificate. */
    public PageTls tls() {
        return tls;
    }

    /**
     * Logs a user in.
     *
     * @param peer address and port
     * @param answer told once, on this thread or on ours
     */
    public void login(String name, String password, String peer, Consumer<Outcome> answer) {
        long seconds = limit.begin(shortened(name), address(peer));
        if (seconds > 0) {
            log.turnAway(peer, "too many attempts to log in");
            answer.accept(new Outcome(
                    429, "too many attempts; try again in " + seconds + " s", "Retry-After: " + seconds + "\r\n"));
        } else if (waiting.size() >= MAX_WAITING || !waiting.offer(() -> answer.accept(check(name, password, peer)))) {
            answer.accept(new Outcome(503, "too many users log in at this moment; try again", ""));
        }
    }

    private static String shortened(String name) {
        return name.length() > MAX_NAME ? "" : name;
    }

    /** Without the port. Of IPv6 the network, since its owner may use any address in it (RFC 4291, 2.5.4). */
    static String address(String peer) {
        String host = peer.substring(0, Math.max(0, peer.lastIndexOf(':')));
        return host.replaceFirst("^(\\[(?:[^:]*:){4}).*", "$1");
    }

    /** The session of a request; null when there is none. It counts as use. */
    public @Nullable Session session(String cookies) {
        Matcher matcher = SENT.matcher(cookies);
        Session session = matcher.find() ? sessions.find(matcher.group(1)) : null;
        return session != null && isOpen(session) ? session : null;
    }

    /** Whether a session is not over; that counts as use. */
    public boolean isOpen(Session session) {
        sessions.endOld(user -> user.equals(users.get(user.name())));
        return sessions.use(session);
    }

    /** Ends a session; the headers of the answer. */
    public String logout(Session session, String peer) {
        sessions.end(session);
        note(session, peer, "logout", "");
        return "Set-Cookie: " + COOKIE + "=" + ATTRIBUTES + "; Max-Age=0\r\n";
    }

    /** Has the audit note what a user did. Does not block. */
    public void note(Session session, String peer, String event, String detail) {
        note(session, peer, event, false, detail);
    }

    /** Has the audit note a request that a user's role does not permit. Does not block. */
    public void refuse(Session session, String peer, String why) {
        note(session, peer, "refused", true, why);
    }

    private void note(Session session, String peer, String event, boolean isRefused, String detail) {
        String who = who(session, peer);
        if (!waiting.offer(() -> log.note(who, event, isRefused, detail))) {
            notices.accept("page: " + event + " by " + who + "; the audit is busy and does not have it");
        }
    }

    /** The sender of what a user does. */
    public static String who(Session session, String peer) {
        return session.user().name() + " at " + peer;
    }

    private void run() {
        try {
            while (!closed) {
                doWork();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void doWork() throws InterruptedException {
        Runnable next = waiting.poll(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        follow();
        if (next != null) {
            next.run();
        }
    }

    private Outcome check(String name, String password, String peer) {
        PageUser user = users.get(name);
        boolean isRight = Passwords.matches(user == null ? decoy : user.hash(), password);
        if (user == null || !isRight) {
            log.note((user == null ? UNKNOWN : name) + " at " + peer, "login", true, "wrong name or password");
            return new Outcome(401, "wrong name or password", "");
        }
        limit.succeed(name, address(peer));
        String id = sessions.begin(user);
        log.note(name + " at " + peer, "login", false, "as " + user.role());
        return new Outcome(200, "", "Set-Cookie: " + COOKIE + "=" + id + ATTRIBUTES + "\r\n");
    }

    /** Reads files that have changed since, and are as they were at the look before: until then they may be incomplete. */
    private void follow() {
        String now = files.state();
        boolean isSettled = now.equals(seen);
        seen = now;
        if (!isSettled || now.equals(read)) {
            return;
        }
        read = now;
        try {
            PageTls nextTls = PageTls.read(files.certificate(), files.privateKey());
            Map<String, PageUser> nextUsers = UserFile.read(files.users());
            tls = nextTls;
            users = nextUsers;
            decoy = decoy(nextUsers);
            notices.accept("page: read users and certificate again; users whose line has changed log in again");
        } catch (IOException e) {
            notices.accept("page: " + e.getMessage() + "; users and certificate stay as they were");
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.end();
    }
}
