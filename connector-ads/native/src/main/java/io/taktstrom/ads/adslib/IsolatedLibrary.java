package io.taktstrom.ads.adslib;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/**
 * A library in a process of its own, for {@code isolation: process}: what brings that process down, or hangs in it, costs
 * the connections through it and nothing else. It is presented as any library is, so all rules about order and time hold
 * for it too; one that hangs is {@linkplain #endProcess ended}.
 *
 * <pre>
 *   LibraryLane -> IsolatedPort -> IsolatedCall --Wire--> LibraryProcess -> AdsPort -> AdsLib
 *   NotificationHub &lt;- "takt-adslib-process"  &lt;--Wire-- NotificationRing &lt;- AdsLib's callback
 * </pre>
 *
 * <p>The process ends when we do, however that happens: it reads the end of its input.
 */
final class IsolatedLibrary implements AdsLibrary {

    private static final int MAX_CALLS = 1_024;
    private static final int SAMPLE_HEADER = 16;
    private static final long LAST_MILLIS = 2_000;

    /** What Java reports for a process that a signal ended, less the signal (POSIX). */
    private static final int SIGNALLED = 128;

    private final Process process;
    private final Wire wire;
    private final NotificationHub hub;
    private final @Nullable IsolatedCall[] calls = new @Nullable IsolatedCall[MAX_CALLS];
    private volatile String file = "";
    private volatile boolean hasRoutes;
    private volatile @Nullable String reason;
    private volatile @Nullable String ended;

    private IsolatedLibrary(Process process, NotificationHub hub) {
        this.process = process;
        this.hub = hub;
        this.wire = new Wire(process.getInputStream(), process.getOutputStream());
    }

    /**
     * Starts a process, and has it load the library.
     *
     * @param library the option; empty to look for one
     */
    static IsolatedLibrary start(String backend, String library, NotificationHub hub, long withinNanos)
            throws UnusableLibraryException {
        IsolatedLibrary started;
        try {
            started = new IsolatedLibrary(
                    new ProcessBuilder(command())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start(),
                    hub);
        } catch (IOException e) {
            throw new UnusableLibraryException("its process cannot be started: " + e.getMessage(), e);
        }
        LibraryCalls.later("process-" + started.process.pid(), started::receive);
        try {
            started.load(backend, library, withinNanos);
        } catch (UnusableLibraryException e) {
            started.endProcess("it has no library");
            throw e;
        }
        return started;
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-Xmx256m"));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("taktstrom.") || name.startsWith("jna."))
                .forEach(name -> command.add("-D" + name + "=" + System.getProperty(name)));
        command.add("-cp");
        command.add(
                absolute(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path", ""))));
        command.add(LibraryProcess.class.getName());
        return command;
    }

    private static String absolute(String classPath) {
        List<String> paths = new ArrayList<>();
        for (String path : classPath.split(File.pathSeparator, -1)) {
            paths.add(Path.of(path).toAbsolutePath().toString());
        }
        return String.join(File.pathSeparator, paths);
    }

    private void load(String backend, String library, long withinNanos) throws UnusableLibraryException {
        byte[] names = (backend + "\n" + library).getBytes(StandardCharsets.UTF_8);
        IsolatedCall call = take();
        call.out(names.length).put(0, names);
        int result;
        try {
            result = new LibraryCalls().call("load", withinNanos, () -> call.make(Wire.LOAD, names.length), late -> {});
        } catch (LibraryHangsException e) {
            throw new UnusableLibraryException("its process did not load it in time", e);
        }
        byte[] answer = new byte[call.received()];
        call.in(answer.length).get(0, answer);
        String text = new String(answer, StandardCharsets.UTF_8);
        boolean routes = call.extra() != 0;
        free(call);
        if (result != 0) {
            throw new UnusableLibraryException(result == NativeBackend.NOT_SENT ? why() : text, null);
        }
        file = text + " in process " + process.pid();
        hasRoutes = routes;
    }

    // ---- lanes

    private IsolatedCall take() {
        synchronized (calls) {
            for (int lane = 0; lane < calls.length; lane++) {
                if (calls[lane] == null) {
                    IsolatedCall call = new IsolatedCall(wire, lane);
                    calls[lane] = call;
                    if (ended != null) {
                        call.end();
                    }
                    call.in(Wire.FIRST_ANSWER_BYTES);
                    return call;
                }
            }
        }
        throw new IllegalStateException("more than " + MAX_CALLS + " calls at once to " + file);
    }

    void free(IsolatedCall call) {
        synchronized (calls) {
            calls[call.lane()] = null;
        }
    }

    private void receive() {
        try {
            while (true) {
                wire.receive();
                if (wire.lane() == Wire.SAMPLES) {
                    samples();
                } else if (wire.lane() >= 0 && wire.lane() < MAX_CALLS) {
                    IsolatedCall call = call(wire.lane());
                    if (call != null) {
                        call.answered();
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            end(e);
        }
    }

    private @Nullable IsolatedCall call(int lane) {
        synchronized (calls) {
            return calls[lane];
        }
    }

    /** User, size, FILETIME, value, one after the other; a negative size where samples were lost. */
    private void samples() {
        for (int at = 0; at + SAMPLE_HEADER <= wire.dataBytes(); ) {
            int size = wire.dataInt(at + 4);
            SampleInlet inlet = hub.inlet(wire.dataInt(at));
            int bytes = Math.max(0, size);
            if (bytes > wire.dataBytes() - at - SAMPLE_HEADER) {
                throw new IllegalStateException("a sample is longer than its frame");
            }
            if (inlet != null) {
                int to = inlet.claim(wire.dataLong(at + 8), size);
                if (to >= 0) {
                    wire.copyData(at + SAMPLE_HEADER, inlet.array(), to, bytes);
                    inlet.publish();
                }
            }
            at += SAMPLE_HEADER + bytes;
        }
    }

    // ---- the end

    private void end(Exception cause) {
        process.destroyForcibly();
        try {
            process.waitFor(LAST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String why = reason;
        ended = "the process " + process.pid() + " of the library " + (why == null ? exit(cause) : why);
        synchronized (calls) {
            for (IsolatedCall call : calls) {
                if (call != null) {
                    call.end();
                }
            }
        }
        AdsRoutes.ended(this);
    }

    private String exit(Exception cause) {
        if (process.isAlive()) {
            return "does not answer: " + cause.getMessage();
        }
        int code = process.exitValue();
        return code > SIGNALLED
                ? "was ended by signal " + (code - SIGNALLED) + signal(code - SIGNALLED)
                : "ended with exit code " + code;
    }

    private static String signal(int number) {
        return switch (number) {
            case 6 -> " (SIGABRT, as an assertion of the library does)";
            case 9 -> " (SIGKILL)";
            case 11 -> " (SIGSEGV)";
            case 15 -> " (SIGTERM)";
            default -> "";
        };
    }

    /** Why there is no library any more, for messages. */
    private String why() {
        String text = ended;
        return text == null ? "its process does not answer" : text;
    }

    @Override
    public @Nullable String ended() {
        return ended;
    }

    @Override
    public boolean endProcess(String why) {
        if (ended == null && reason == null) {
            reason = "was ended by us, because " + why;
        }
        process.destroyForcibly();
        return true;
    }

    // ---- the library

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return hasRoutes;
    }

    @Override
    public int addRoute(AmsNetId netId, String host) {
        byte[] name = host.getBytes(StandardCharsets.UTF_8);
        IsolatedCall call = take().withLong(0, netId.bits());
        call.out(name.length).put(0, name);
        int result = call.make(Wire.ADD_ROUTE, name.length);
        free(call);
        return result;
    }

    @Override
    public void deleteRoute(AmsNetId netId) {
        IsolatedCall call = take().withLong(0, netId.bits());
        call.make(Wire.DELETE_ROUTE);
        free(call);
    }

    @Override
    public void setLocalNetId(AmsNetId netId) {
        IsolatedCall call = take().withLong(0, netId.bits());
        call.make(Wire.SET_LOCAL_NET_ID);
        free(call);
    }

    @Override
    public @Nullable AdsPort openPort(AmsAddress target) {
        IsolatedCall call = take();
        ByteBuffer address = call.out(Long.BYTES);
        address.putLong(0, target.netId().bits()).putShort(AmsNetId.BYTES, (short) target.port());
        if (call.make(Wire.OPEN_PORT, Long.BYTES) != 0) {
            free(call);
            return null;
        }
        return new IsolatedPort(this, call);
    }
}
