package io.taktstrom.cli.ads;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.simulation.DeviceFault;

/** Faults of a simulated PLC as a line says them: kind, what the kind needs, which requests. */
final class AdsFaultText {

    static final String HELP = String.join(
            System.lineSeparator(),
            "",
            "Faults, each for all requests, or for those of command=N, groups=0xF080-0xF086, after=N, times=N:",
            "  fault refuse 0x701        answer with this ADS error instead of doing it",
            "  fault refuse-symbol NAME 0x710",
            "  fault ignore              do it, and do not answer",
            "  fault delay 2s            answer later",
            "  fault next-cycle          answer when the next task cycle begins",
            "  fault hangup              close the connection instead of answering",
            "  fault half-answer         close it in the middle of the answer",
            "  fault garbage FFEE        send these bytes instead",
            "  fault no-sums, fault no-uploads");

    private static final List<String> KINDS = List.of(
            "refuse",
            "refuse-symbol",
            "ignore",
            "delay",
            "next-cycle",
            "hangup",
            "half-answer",
            "garbage",
            "no-sums",
            "no-uploads");
    private static final List<String> SELECTORS = List.of("command", "groups", "after", "times");

    private final List<String> words;

    private AdsFaultText(List<String> words) {
        this.words = new ArrayList<>(words);
    }

    /** Hands over the fault that the words mean; returns what to say about it. */
    static String parse(List<String> words, Consumer<DeviceFault> arm) {
        DeviceFault fault = new AdsFaultText(words).fault();
        arm.accept(fault);
        return "armed: " + fault;
    }

    private DeviceFault fault() {
        String kind = words.remove(0);
        DeviceFault fault = switch (kind) {
            case "refuse" -> refuse();
            case "refuse-symbol" -> new AdsFault.RefuseSymbol(next("a variable"), number(next("an ADS error")));
            case "ignore" -> new DeviceFault.Ignore(requests());
            case "delay" -> delay();
            case "next-cycle" -> new AdsFault.AnswerAtNextCycle(requests());
            case "hangup" -> new DeviceFault.Hangup(requests());
            case "half-answer" -> new DeviceFault.HalfAnswer(requests());
            case "garbage" -> garbage();
            case "no-sums" -> AdsFault.noSumCommands();
            case "no-uploads" -> AdsFault.noUploads();
            default -> throw new IllegalArgumentException("no fault '" + kind + "'; " + Closest.hint(kind, KINDS));
        };
        if (!words.isEmpty()) {
            throw new IllegalArgumentException("'" + words.get(0) + "' is too much for fault " + kind);
        }
        return fault;
    }

    private DeviceFault refuse() {
        int error = number(next("an ADS error"));
        return new DeviceFault.Refuse(requests(), error);
    }

    private DeviceFault delay() {
        String time = next("a time");
        return new DeviceFault.Delay(requests(), Durations.parse(time));
    }

    private DeviceFault garbage() {
        String hex = next("hexadecimal digits");
        return new DeviceFault.Garbage(requests(), hex);
    }

    private String next(String what) {
        if (words.isEmpty() || words.get(0).contains("=")) {
            throw new IllegalArgumentException("this fault needs " + what + "; see help");
        }
        return words.remove(0);
    }

    private FaultScope requests() {
        FaultScope all = FaultScope.all();
        int command = all.command();
        int first = all.firstGroup();
        int last = all.lastGroup();
        int after = 0;
        int times = 0;
        while (!words.isEmpty()) {
            String word = words.remove(0);
            String[] parts = word.split("=", 2);
            String value = parts.length < 2 ? "" : parts[1];
            switch (parts[0]) {
                case "command" -> command = number(value);
                case "groups" -> {
                    String[] range = value.split("-", 2);
                    first = number(range[0]);
                    last = range.length < 2 ? first : number(range[1]);
                }
                case "after" -> after = number(value);
                case "times" -> times = number(value);
                default -> throw new IllegalArgumentException("'" + word + "': " + Closest.hint(parts[0], SELECTORS));
            }
        }
        return new FaultScope(command, first, last, after, times);
    }

    private static int number(String text) {
        try {
            return Integer.parseUnsignedInt(
                    text.startsWith("0x") ? text.substring(2) : text, text.startsWith("0x") ? 16 : 10);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number; write one like 7 or 0x701", e);
        }
    }
}
