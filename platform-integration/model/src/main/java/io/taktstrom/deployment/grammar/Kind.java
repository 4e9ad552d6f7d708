package io.taktstrom.deployment.grammar;

import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.OptionType;

/** What stands under a key. */
public sealed interface Kind {

    /** A scalar that is not secret. */
    static Kind of(OptionType<?> type) {
        return new Value(type, false);
    }

    /** A duration within these limits, which are written as in a file: {@code 100ms}. */
    static Kind time(String min, String max) {
        return of(new OptionType.Time(Durations.parse(min), Durations.parse(max)));
    }

    /**
     * A scalar, for which {@code ${env:NAME}} or {@code ${file:PATH}} may stand as for any other.
     *
     * @param secret whether only they may
     */
    record Value(OptionType<?> type, boolean secret) implements Kind {}

    /** A finite number. */
    record Decimal(Range range) implements Kind {

        /** Which numbers. */
        public enum Range {
            ANY("a number"),
            NOT_ZERO("a number other than 0"),
            NOT_NEGATIVE("a number, 0 or more");

            private final String text;

            Range(String text) {
                this.text = text;
            }

            public String describe() {
                return text;
            }

            public boolean contains(double number) {
                return switch (this) {
                    case ANY -> true;
                    case NOT_ZERO -> number != 0;
                    case NOT_NEGATIVE -> number >= 0;
                };
            }
        }
    }

    /** An IEC 61131-3 type. */
    record IecType() implements Kind {}

    /** A pattern over dotted names. */
    record Glob() implements Kind {}

    /** The name of an entry of a section of the file. */
    record Reference(String section) implements Kind {}

    /** One of a kind, or a list of at least one. */
    record OneOrMore(Kind item) implements Kind {}

    /** Any scalar, as text. */
    record Label() implements Kind {}

    /** Free keys with {@link Label}s. */
    record Labels() implements Kind {}

    /** Mappings within. */
    sealed interface Nested extends Kind {

        Choice choice();
    }

    /** A mapping. */
    record One(Choice choice) implements Nested {}

    /** Mappings by name; the names are the user's. */
    record MapOf(Choice choice) implements Nested {}

    /** Mappings in order. */
    record ListOf(Choice choice) implements Nested {}
}
