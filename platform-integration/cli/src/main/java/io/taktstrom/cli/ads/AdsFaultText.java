package io.taktstrom.cli.ads;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import org.jspecify.annotations.Nullable;

/** Faults of a simulated PLC as text: kind, what the kind needs, which requests. */
final class AdsFaultText {

    static final String HELP = """

            Faults, each for all requests, or for those of command=N, groups=0xF080-0xF086, after=N, times=N:
              fault refuse 0x701        answer with this ADS error instead of executing it
              fault refuse-symbol NAME 0x710
              fault ignore              execute it, and do not answer
              fault delay 2s            answer later
              fault next-cycle          answer when the next task cycle begins
              fault hangup              close the connection instead of answering
              fault half-answer         close it in the middle of the answer
              fault garbage FFEE        send these bytes instead
              fault no-sums, fault no-uploads""";

    private static final Map<String, Function<AdsFaultText, DeviceFault>> KINDS = Map.of(
            "refuse", text -> new DeviceFault.Refuse(text.requests(), number(text.next("an ADS error"))),
            "refuse-symbol",
                    text -> new AdsFault.RefuseSymbol(text.next("a variable"), number(text.next("an ADS error"))),
            "ignore", text -> new DeviceFault.Ignore(text.requests()),
            "delay", text -> new DeviceFault.Delay(text.requests(), Durations.parse(text.next("a time"))),
            "next-cycle", text -> new AdsFault.AnswerAtNextCycle(text.requests()),
            "hangup", text -> new DeviceFault.Hangup(text.requests()),
            "half-answer", text -> new DeviceFault.HalfAnswer(text.requests()),
            "garbage", text -> new DeviceFault.Garbage(text.requests(), text.next("hexadecimal digits")),
            "no-sums", text -> AdsFault.noSumCommands(),
            "no-uploads", text -> AdsFault.noUploads());

    private static final List<String> SELECTORS = List.of("command", "groups", "after", "times");

    private final List<String> words;

    private AdsFaultText(List<String> words) {
        this.words = new ArrayList<>(words);
    }

    /** @throws IllegalArgumentException when the words are not a fault: why, and what to write */
    static DeviceFault parse(List<String> words) {
        String kind = words.get(0);
        Function<AdsFaultText, DeviceFault> known = KINDS.get(kind);
        if (known == null) {
            throw new IllegalArgumentException("unknown fault '" + kind + "'; " + Closest.hint(kind, KINDS.keySet()));
        }
        AdsFaultText text = new AdsFaultText(words.subList(1, words.size()));
        DeviceFault fault = known.apply(text);
        if (!text.words.isEmpty()) {
            throw new IllegalArgumentException("unexpected '" + text.words.get(0) + "' after fault " + kind);
        }
        return fault;
    }

    private String next(String what) {
        if (words.isEmpty() || words.get(0).contains("=")) {
            throw new IllegalArgumentException("this fault needs " + what + "; see help");
        }
        return words.remove(0);
    }

    /** Takes the words with an equals sign. */
    private FaultScope requests() {
        Map<String, String> given = new HashMap<>();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            if (parts.length == 2) {
                given.put(parts[0], parts[1]);
                if (!SELECTORS.contains(parts[0])) {
                    throw new IllegalArgumentException("'" + word + "': " + Closest.hint(parts[0], SELECTORS));
                }
            }
        }
        words.removeIf(word -> word.contains("="));
        FaultScope all = FaultScope.all();
        String[] range = given.getOrDefault("groups", "").split("-", 2);
        boolean anyGroup = range[0].isEmpty() && !given.containsKey("groups");
        return new FaultScope(
                given.containsKey("command") ? number(given.get("command")) : all.command(),
                anyGroup ? all.firstGroup() : number(range[0]),
                anyGroup ? all.lastGroup() : number(range[range.length - 1]),
                number(given.getOrDefault("after", "0")),
                number(given.getOrDefault("times", "0")));
    }

    private static int number(@Nullable String text) {
        try {
            String digits = String.valueOf(text);
            return digits.startsWith("0x")
                    ? Integer.parseUnsignedInt(digits.substring(2), 16)
                    : Integer.parseUnsignedInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is not a number; write one like 7 or 0x701", e);
        }
    }
}
