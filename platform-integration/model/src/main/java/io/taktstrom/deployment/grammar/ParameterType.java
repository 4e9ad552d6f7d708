package io.taktstrom.deployment.grammar;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.descriptor.OptionType;

/** What a parameter of a template takes. */
public enum ParameterType {
    TEXT("text"),
    NAME("name"),
    NUMBER("number"),
    FLAG("flag"),
    DURATION("duration");

    private static final Duration MAX_DURATION = Duration.ofDays(366);

    static final List<String> NAMES =
            Arrays.stream(values()).map(ParameterType::text).toList();

    private final String text;

    ParameterType(String text) {
        this.text = text;
    }

    /** As it stands in a file. */
    public String text() {
        return text;
    }

    /** What values it takes. */
    public Kind kind() {
        return switch (this) {
            case TEXT -> new Kind.Label();
            case NAME -> Kind.of(FileKeys.NAME);
            case NUMBER -> new Kind.Decimal(Kind.Decimal.Range.ANY);
            case FLAG -> Kind.of(new OptionType.Flag());
            case DURATION -> Kind.of(new OptionType.Time(Duration.ZERO, MAX_DURATION));
        };
    }

    /** The type of this text, which is one. */
    public static ParameterType of(String text) {
        return values()[NAMES.indexOf(text)];
    }
}
