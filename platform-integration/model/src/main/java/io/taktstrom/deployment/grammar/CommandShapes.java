package io.taktstrom.deployment.grammar;

import java.util.List;

import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;

/** What is written and read as one: limits of points, commands, gathers. */
final class CommandShapes {

    private static final Kind ANY_NUMBER = new Kind.Decimal(Kind.Decimal.Range.ANY);
    private static final int MAX_NUMBER = 1_000_000;
    /** Within which commands may write a point. */
    static final Shape LIMITS = Shape.of(
            "limits",
            "What commands may make of a point; numbers are published values, after scale and offset.",
            ShapeField.optional("min", ANY_NUMBER, "Least number; of an array each element."),
            ShapeField.optional("max", ANY_NUMBER, "Greatest number; of an array each element."),
            ShapeField.optional(
                    "values", new Kind.OneOrMore(new Kind.Label()), "The only values allowed, as they are typed."),
            ShapeField.whole("maxLength", 0, MAX_NUMBER, null, "Most characters of a text, most elements of an array."),
            ShapeField.whole("maxWrites", 1, 10_000, null, "Most writes within the time 'per'."),
            ShapeField.time("per", "1ms", "1d", "1s", "How long a write counts for maxWrites."),
            ShapeField.optional(
                    "maxChangePerSecond",
                    new Kind.Decimal(Kind.Decimal.Range.NOT_NEGATIVE),
                    "How far a write may be from the value that is there, for each second since the write before, of which"
                            + " at most one counts; so it is also the largest step."));

    /** Of points of several connections. */
    static final Shape GATHER = Shape.of(
            "gather",
            "Points that are read, written and watched as one.",
            ShapeField.required(
                    "points", new Kind.OneOrMore(new Kind.Glob()), "Patterns over the names of listed points."),
            ShapeField.time(
                    "deadline",
                    "1ms",
                    "10m",
                    "1s",
                    "How long to wait for all of them together; what is late then is Bad."));

    private CommandShapes() {}

    static Shape commands(List<Shape> sources, String remedy) {
        return Shape.of(
                "commands",
                "How commands come in, and what is kept of them.",
                ShapeField.required(
                        "audit",
                        Kind.of(FileKeys.NOT_EMPTY),
                        "File with a line of JSON for each command; a relative path starts at this file's directory."),
                ShapeField.of(Option.size(
                        "auditSize",
                        1L << 16,
                        1L << 40,
                        AuditConfig.STANDARD_BYTES,
                        "Size of the audit file beyond which a new one is started.")),
                ShapeField.time(
                        "auditAge",
                        "1h",
                        "3650d",
                        Durations.format(AuditConfig.STANDARD_AGE),
                        "Age of the audit file beyond which a new one is started."),
                ShapeField.whole(
                        "auditFiles",
                        1,
                        MAX_NUMBER,
                        AuditConfig.STANDARD_FILES,
                        "Former audit files that are kept, as NAME.1, NAME.2, ...; the oldest ones beyond that are deleted."),
                ShapeField.time(
                        "maxAge",
                        "1ms",
                        "1d",
                        "1m",
                        "How far ahead the expiry of a command may be; identifiers are remembered for as long."),
                ShapeField.whole(
                        "maxWaiting",
                        1,
                        MAX_NUMBER,
                        1000,
                        "Most commands that wait, before the gate and for each device; one more is refused as busy."),
                ShapeField.whole(
                        "maxIds",
                        1,
                        MAX_NUMBER,
                        100_000,
                        "Most identifiers that are remembered; with more, commands are busy."),
                ShapeField.optional(
                        "from",
                        new Kind.MapOf(new Choice.ByValue("type", "What it is.", sources, remedy)),
                        "Where commands come from, by name; without it only from the page, with takt run --ui-write."));
    }
}
