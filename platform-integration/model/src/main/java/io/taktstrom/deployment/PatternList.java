package io.taktstrom.deployment;

import java.util.List;
import java.util.function.Predicate;

import io.taktstrom.model.Glob;

/** Patterns over point names, one of which is enough. */
final class PatternList {

    private PatternList() {}

    /** Compiles the patterns: keep it when you ask often. */
    static Predicate<String> anyOf(List<String> patterns) {
        List<Glob> globs = patterns.stream().map(Glob::of).toList();
        return name -> globs.stream().anyMatch(glob -> glob.matches(name));
    }
}
