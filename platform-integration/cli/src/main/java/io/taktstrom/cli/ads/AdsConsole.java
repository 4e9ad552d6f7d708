package io.taktstrom.cli.ads;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.cli.shell.StopSignal;
import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;

/**
 * What one can tell a simulated PLC, a line each. A line that is wrong changes nothing and says what would be right.
 *
 * <p>For one thread.
 */
final class AdsConsole {

    private static final Duration LONGEST_WAIT = Duration.ofHours(1);

    private final AdsSimulator plc;
    private final StopSignal stop;
    private final Map<String, Order> orders = new TreeMap<>();

    /** Does what a line says; returns what it has to say. */
    @FunctionalInterface
    private interface Action {
        String run(List<String> words) throws IOException;
    }

    /** @param usage word first; in brackets what may be left out */
    private record Order(String usage, String meaning, int least, int most, Action action) {}

    /** @param stop asked by {@code quit}; ends a {@code wait} */
    AdsConsole(AdsSimulator plc, StopSignal stop) {
        this.plc = plc;
        this.stop = stop;
        order("help", "show this", words -> help());
        order("quit", "end, as the end of the input does", words -> quit());
        order("wait TIME", "go on reading after this time, like 500ms", words -> await(words.get(0)));
        order("get NAME", "the value of a variable or a part of one", words -> value(words.get(0)));
        order("set NAME VALUE", "change a variable, also one that clients may not write", this::set);
        order("state", "RUN, STOP or CONFIG", words -> AdsState.name(plc.adsState()));
        order("run", "let the program run", words -> done(plc::run));
        order("stop", "stop the program: values stand still", words -> done(plc::stop));
        order("config", "go to CONFIG mode: the PLC is gone until 'download'", words -> done(plc::enterConfig));
        order(
                "online-change",
                "change the running program: handles die, addresses move",
                words -> done(plc::onlineChange));
        order(
                "download",
                "load the program: first values, handles and notifications are gone",
                words -> done(plc::download));
        order("drop", "close all connections", words -> done(plc::dropConnections));
        order("router stop|start", "tell all clients that the router has stopped, or started", this::router);
        order("notification-limit N", "how many a connection may have from now on", this::limit);
        order("counters", "what has happened so far", words -> counters(plc));
        order("fault KIND ...", "arm a fault, see below", words -> AdsFaultText.parse(words, plc.faults()::add));
        order("clear-faults", "disarm all faults", words -> done(plc.faults()::clear));
    }

    private void order(String usage, String meaning, Action action) {
        String[] words = usage.split(" ", -1);
        boolean open = usage.endsWith("...");
        int arguments = words.length - 1;
        orders.put(
                words[0],
                new Order(usage, meaning, open ? 1 : arguments, open ? Integer.MAX_VALUE : arguments, action));
    }

    /**
     * Does what a line says.
     *
     * @return an answer, empty if there is none: an empty line, a comment
     * @throws IllegalArgumentException if the line is wrong; the message says what would be right
     * @throws IOException if it could not be done
     */
    String execute(String line) throws IOException {
        List<String> words = List.of(line.strip().split("\\s+", -1));
        String word = words.get(0);
        if (word.isEmpty() || word.startsWith("#")) {
            return "";
        }
        Order order = orders.get(word);
        if (order == null) {
            throw new IllegalArgumentException(
                    "no command '" + word + "'; " + Closest.hint(word, orders.keySet()) + " 'help' shows them all");
        }
        int arguments = words.size() - 1;
        // The value may have blanks.
        boolean text = word.equals("set") && arguments >= order.most();
        if (!text && (arguments < order.least() || arguments > order.most())) {
            throw new IllegalArgumentException("'" + line.strip() + "': write " + order.usage());
        }
        return order.action().run(words.subList(1, words.size()));
    }

    private static String done(Runnable work) {
        work.run();
        return "done";
    }

    private String help() {
        StringBuilder text = new StringBuilder();
        orders.values()
                .forEach(
                        order -> text.append(String.format(Locale.ROOT, "%-22s %s%n", order.usage(), order.meaning())));
        return text + AdsFaultText.HELP;
    }

    private String quit() {
        stop.ask();
        return "";
    }

    private String await(String text) {
        Duration time = Durations.parse(text);
        if (time.isNegative() || time.compareTo(LONGEST_WAIT) > 0) {
            throw new IllegalArgumentException("'" + text + "' is not in 0..1h");
        }
        var unused = stop.await(time);
        return "";
    }

    private String set(List<String> words) {
        plc.set(words.get(0), String.join(" ", words.subList(1, words.size())));
        return words.get(0) + " = " + value(words.get(0));
    }

    /** Clients write it, so what it holds must not reach the terminal as it is. */
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
        plc.setNotificationLimit(Integer.parseInt(words.get(0)));
        return "done";
    }

    private static String counters(AdsSimulator plc) {
        return "connections " + plc.openConnections() + " of " + plc.connections() + ", requests "
                + plc.requests() + ", notifications " + plc.notifications() + ", samples "
                + plc.count(AdsCounter.SAMPLES) + ", dropped " + plc.count(AdsCounter.SAMPLES_DROPPED)
                + ", protocol errors " + plc.count(AdsCounter.PROTOCOL_ERRORS);
    }
}
