package io.taktstrom.cli.ads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.simulation.DeviceFault;
import org.jspecify.annotations.Nullable;

/**
 * Standard input as the console of a simulated PLC: a command per line, from a terminal or a pipe. An invalid line changes
 * nothing. A thread of its own reads, as nothing ends a read from a terminal; the end of the input ends the command.
 */
final class AdsConsole {

    private static final int MAX_CHARACTERS = 4096;
    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final AdsSimulator plc;
    private final Shell shell;
    private final Map<String, ConsoleCommand> commands = new TreeMap<>();
    private volatile boolean good = true;

    /** Executes the words of a line after the first; returns the answer. */
    @FunctionalInterface
    private interface Action {
        String run(List<String> words) throws IOException;
    }

    /** @param usage the word, then its arguments */
    private record ConsoleCommand(String usage, String description, Action action) {

        private boolean accepts(int arguments) {
            int wanted = usage.split(" ", -1).length - 1;
            // A value may have blanks.
            boolean open = usage.endsWith("...") || usage.endsWith("VALUE");
            return open ? arguments >= (usage.endsWith("...") ? 1 : wanted) : arguments == wanted;
        }
    }

    private AdsConsole(AdsSimulator plc, Shell shell) {
        this.plc = plc;
        this.shell = shell;
        add("help", "show this", words -> help());
        add("quit", "end, as the end of the input does", words -> quit());
        add("wait TIME", "continue reading after this time, like 500ms", words -> await(words.get(0)));
        add("get NAME", "the value of a variable or a part of one", words -> value(words.get(0)));
        add("set NAME VALUE", "change a variable, also one that clients cannot write", this::set);
        add("state", "RUN, STOP or CONFIG", words -> AdsState.name(plc.adsState()));
        add("run", "let the program run", words -> done(plc::run));
        add("stop", "stop the program: values do not change", words -> done(plc::stop));
        add("config", "go to CONFIG mode: no PLC until 'download'", words -> done(plc::enterConfig));
        add(
                "online-change",
                "change the running program: handles become invalid, addresses move",
                words -> done(plc::onlineChange));
        add("download", "load the program: initial values, no handles, no notifications", words -> done(plc::download));
        add("drop", "close all connections", words -> done(plc::dropConnections));
        add("router stop|start", "tell all clients that the router has stopped, or started", this::router);
        add("notification-limit N", "maximum per connection from now on", this::limit);
        add("counters", "what has happened so far", words -> counters());
        add("fault KIND ...", "inject a fault, see below", this::fault);
        add("clear-faults", "remove all faults", words -> done(plc.faults()::clear));
    }

    private void add(String usage, String description, Action action) {
        commands.put(usage.split(" ", -1)[0], new ConsoleCommand(usage, description, action));
    }

    /** Begins to read; returns whether all lines so far were valid. */
    static BooleanSupplier start(AdsSimulator plc, Shell shell) {
        AdsConsole console = new AdsConsole(plc, shell);
        RestartingThread.start(
                "takt-console", console::read, e -> console.fail("commands: " + e), EpochNanoClock.system());
        return () -> console.good;
    }

    private void read() {
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(shell.terminal().in(), StandardCharsets.UTF_8));
            for (String line = line(lines); line != null && !shell.stop().isRequested(); line = line(lines)) {
                printAnswer(line);
            }
        } catch (IOException e) {
            fail("cannot read commands: " + e.getMessage());
        } finally {
            shell.stop().request();
        }
    }

    /** Null at the end; of a line that is too long, its beginning. */
    private static @Nullable String line(BufferedReader lines) throws IOException {
        StringBuilder line = new StringBuilder();
        int next = lines.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = lines.read()) {
            if (line.length() <= MAX_CHARACTERS) {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private void printAnswer(String line) {
        try {
            String answer = execute(line);
            if (!answer.isEmpty()) {
                shell.terminal().out().printLines(answer + "\n");
                shell.terminal().out().flush();
            }
        } catch (IllegalArgumentException | IOException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // A command that fails must not end the simulator, nor prevent the commands that follow.
            fail(e.toString());
        }
    }

    private void fail(String message) {
        good = false;
        shell.note(message);
    }

    /** The answer; empty for an empty line or a comment. */
    private String execute(String line) throws IOException {
        if (line.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException("line has more than " + MAX_CHARACTERS + " characters");
        }
        List<String> words = List.of(line.strip().split("\\s+", -1));
        String word = words.get(0);
        if (word.isEmpty() || word.startsWith("#")) {
            return "";
        }
        ConsoleCommand command = commands.get(word);
        if (command == null) {
            throw new IllegalArgumentException(
                    "unknown command '" + word + "'; " + Closest.hint(word, commands.keySet()) + " 'help' lists all");
        }
        if (!command.accepts(words.size() - 1)) {
            throw new IllegalArgumentException("'" + line.strip() + "': write " + command.usage());
        }
        return command.action().run(words.subList(1, words.size()));
    }

    private static String done(Runnable work) {
        work.run();
        return "done";
    }

    private String help() {
        return commands.values().stream()
                        .map(each -> String.format(Locale.ROOT, "%-22s %s%n", each.usage(), each.description()))
                        .collect(Collectors.joining())
                + AdsFaultText.HELP;
    }

    private String quit() {
        shell.stop().request();
        return "";
    }

    private String await(String text) {
        Duration time = Durations.parse(text);
        if (time.isNegative() || time.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("'" + text + "' is not in 0..1h");
        }
        var unused = shell.stop().await(time);
        return "";
    }

    private String set(List<String> words) {
        plc.set(words.get(0), String.join(" ", words.subList(1, words.size())));
        return words.get(0) + " = " + value(words.get(0));
    }

    /** Clients write it, so it must not reach the terminal as it is. */
    private String value(String name) {
        return Printable.of(String.valueOf(plc.get(name)));
    }

    private String router(List<String> words) throws IOException {
        int state = List.of("stop", "start").indexOf(words.get(0));
        if (state < 0) {
            throw new IllegalArgumentException("'" + words.get(0) + "': write router stop, or router start");
        }
        plc.sendRouterNote(state);
        return "done";
    }

    private String limit(List<String> words) {
        if (!words.get(0).matches("\\d{1,9}")) {
            throw new IllegalArgumentException("'" + words.get(0) + "' is not a number; write one like 550");
        }
        return done(() -> plc.setNotificationLimit(Integer.parseInt(words.get(0))));
    }

    private String fault(List<String> words) {
        DeviceFault fault = AdsFaultText.parse(words);
        plc.faults().add(fault);
        return "injected: " + fault;
    }

    private String counters() {
        return "connections " + plc.openConnections() + " of " + plc.connections() + ", requests " + plc.requests()
                + ", notifications " + plc.notifications() + ", samples " + plc.count(AdsCounter.SAMPLES) + ", dropped "
                + plc.count(AdsCounter.SAMPLES_DROPPED) + ", protocol errors " + plc.count(AdsCounter.PROTOCOL_ERRORS);
    }
}
