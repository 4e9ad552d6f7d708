package io.taktstrom.benchmarks.paper;

import java.util.List;

/** The paper's variables: a value of each of fourteen types, and an array of three of each. */
final class PaperVariables {

    private static final List<String> TYPES = List.of(
            "Bool", "Byte", "Word", "Dword", "Sint", "Usint", "Int", "Uint", "Dint", "Udint", "Lint", "Real", "Lreal",
            "String");

    private PaperVariables() {}

    /** Names of the variables of a kind, {@code scalars} or {@code arrays}. */
    static List<String> names(String kind) {
        String prefix = kind.equals("arrays") ? "MAIN.a" : "MAIN.v";
        return TYPES.stream().map(type -> prefix + type).toList();
    }
}
