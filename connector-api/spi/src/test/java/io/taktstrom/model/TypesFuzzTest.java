package io.taktstrom.model;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of types and patterns, which users and devices write. */
class TypesFuzzTest {

    static Stream<byte[]> aTypeIsReadAsItIsWrittenOrRefusedSeeds() {
        return Stream.of("ARRAY[1..3, -2..4] OF STRING(20)", "ARRAY[*] OF LREAL", "WSTRING[7]", "DATE_AND_TIME")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("aTypeIsReadAsItIsWrittenOrRefusedSeeds")
    @FuzzTest(maxDuration = "1m")
    void aTypeIsReadAsItIsWrittenOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        DataType type;
        try {
            type = DataType.parse(text);
        } catch (IllegalArgumentException expected) {
            return;
        }
        if (!DataType.parse(type.text()).equals(type)) {
            throw new AssertionError(type.text() + " is not what was read");
        }
        if (type.imageBytes() < 0 || type.arenaBytes() < 0) {
            throw new AssertionError(type.text() + " has a negative size");
        }
    }

    static Stream<byte[]> aPatternMatchesWhatItSaysSeeds() {
        return Stream.of("MAIN.**.x?\nmain.a.b.x1", "*.*\na.b", "a***b\na.b", "press1.**\npress1.speed")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    /** The first line is the pattern, the rest a name: what a plain search of all ways to match says, too. */
    @MethodSource("aPatternMatchesWhatItSaysSeeds")
    @FuzzTest(maxDuration = "1m")
    void aPatternMatchesWhatItSays(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int line = text.indexOf('\n');
        if (line < 0 || text.length() > 300) {
            return;
        }
        String pattern = text.substring(0, line);
        String name = text.substring(line + 1);
        boolean expected =
                matches(pattern.toLowerCase(Locale.ROOT).replaceAll("\\*{2,}", "**"), name.toLowerCase(Locale.ROOT));
        if (Glob.of(pattern).matches(name) != expected) {
            throw new AssertionError("'" + pattern + "' and '" + name + "': " + !expected);
        }
    }

    private static boolean matches(String pattern, String name) {
        boolean[] reached = new boolean[name.length() + 1];
        reached[0] = true;
        for (int p = 0; p < pattern.length(); p++) {
            boolean any = pattern.startsWith("**", p);
            boolean run = pattern.charAt(p) == '*';
            boolean[] next = new boolean[reached.length];
            for (int n = 0; n <= name.length(); n++) {
                boolean before = n > 0 && (run ? next[n - 1] : reached[n - 1]);
                boolean takes = n > 0 && (any || takes(pattern.charAt(p), name.charAt(n - 1)));
                next[n] = (run && reached[n]) || (before && takes);
            }
            reached = next;
            p += any ? 1 : 0;
        }
        return reached[name.length()];
    }

    private static boolean takes(char pattern, char c) {
        boolean wild = pattern == '*' || pattern == '?';
        return wild ? c != '.' : c == pattern;
    }
}
