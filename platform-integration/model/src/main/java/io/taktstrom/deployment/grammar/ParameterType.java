package io.taktstrom.deployment.grammar;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.descriptor.OptionType;

/** What a parameter of a template takes. */
public enum ParameterType {
    TEXT("text", new Kind.Label()),
    NAME("name", new Kind.Value(FileGrammar.NAME, false)),
    NUMBER("number", new Kind.Decimal(Kind.Decimal.Range.ANY)),
    FLAG("flag", new Kind.Value(new OptionType.Flag(), false)),
    DURATION("duration", new Kind.Value(new OptionType.Time(Duration.ZERO, Duration.ofDays(366)), false));

    static final List<String> NAMES =
            Arrays.stream(values()).map(ParameterType::text).toList();

    private final String text;
    private final Kind kind;

    ParameterType(String text, Kind kind) {
        this.text = text;
        this.kind = kind;
    }

    /** As it stands in a file. */
    public String text() {
        return text;
    }

    /** What values it takes. */
    public Kind kind() {
        return kind;
    }

    /** The type of this text, which is one. */
    public static ParameterType of(String text) {
        return values()[NAMES.indexOf(text)];
    }
}
