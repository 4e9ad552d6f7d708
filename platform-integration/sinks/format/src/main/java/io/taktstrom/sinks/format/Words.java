package io.taktstrom.sinks.format;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Constants by their names in a deployment. */
final class Words {

    private Words() {}

    static <T> List<String> of(T[] constants, Function<T, String> word) {
        return Stream.of(constants).map(word).toList();
    }

    /** @throws IllegalArgumentException when no constant has the name: lists those that there are */
    static <T> T find(String what, String wanted, T[] constants, Function<T, String> word) {
        return Stream.of(constants)
                .filter(each -> word.apply(each).equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown " + what + " " + wanted + "; one of " + String.join(", ", of(constants, word))));
    }
}
