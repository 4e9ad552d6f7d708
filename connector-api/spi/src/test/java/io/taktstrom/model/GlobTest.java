package io.taktstrom.model;

import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class GlobTest {

    @Test
    void aStarStaysWithinASegmentAndTwoDoNot() {
        assertThat(Glob.of("press1.*").matches("press1.speed")).isTrue();
        assertThat(Glob.of("press1.*").matches("press1.axis.speed")).isFalse();
        assertThat(Glob.of("press1.**").matches("press1.axis.speed")).isTrue();
        assertThat(Glob.of("press?.*").matches("press12.speed")).isFalse();
        assertThat(Glob.of("a?b").matches("a.b")).isFalse();
    }

    @Test
    void caseAndSpecialCharactersOfRegularExpressionsMeanNothing() {
        assertThat(Glob.of("MAIN.arr[1]").matches("main.ARR[1]")).isTrue();
        assertThat(Glob.of("a.b").matches("axb")).isFalse();
        assertThat(Glob.of("a\u0000b").matches("a\u0000b")).isTrue();
        assertThat(Glob.of("a\u0000b").matches("axxb")).isFalse();
    }

    @Test
    void itAgreesWithARegularExpressionOfTheSameMeaning() {
        long seed = 20261121;
        Random random = new Random(seed);
        String alphabet = "ab.*?";
        for (int i = 0; i < 20_000; i++) {
            String glob = text(random, alphabet, 8);
            String name = text(random, "ab.", 8);
            String regex = Pattern.compile("\\*\\*|.")
                    .matcher(glob)
                    .replaceAll(token -> Matcher.quoteReplacement(
                            switch (token.group()) {
                                case "**" -> ".*";
                                case "*" -> "[^.]*";
                                case "?" -> "[^.]";
                                default -> Pattern.quote(token.group());
                            }));
            assertThat(Glob.of(glob).matches(name))
                    .as("seed %d: %s on %s", seed, glob, name)
                    .isEqualTo(Pattern.matches(regex, name));
        }
    }

    private static String text(Random random, String alphabet, int most) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(most); n > 0; n--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Beyond 64 tokens the places of a pattern are in several words. */
    @Test
    void longPatternsAgreeWithARegularExpression() {
        long seed = 20261122;
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            String name = text(random, "ab.", 200);
            // Mostly like the name, or it would never match.
            StringBuilder glob = new StringBuilder();
            for (int at = 0; at < name.length(); at++) {
                int kind = random.nextInt(20);
                glob.append(kind == 0 ? "**" : kind == 1 ? "*" : kind == 2 ? "?" : name.substring(at, at + 1));
                at += kind < 2 ? random.nextInt(3) - 1 : 0;
            }
            String regex = Pattern.compile("\\*\\*+|.")
                    .matcher(glob)
                    .replaceAll(token -> Matcher.quoteReplacement(
                            switch (token.group()) {
                                case "*" -> "[^.]*";
                                case "?" -> "[^.]";
                                default -> token.group().startsWith("**") ? ".*" : Pattern.quote(token.group());
                            }));
            assertThat(Glob.of(glob.toString()).matches(name))
                    .as("seed %d: %s on %s", seed, glob, name)
                    .isEqualTo(Pattern.matches(regex, name));
        }
    }

    @Test
    void namesAndPatternsOutsideAsciiAreFoldedAlike() {
        assertThat(Glob.of("pumpe.\u00dcber*").matches("PUMPE.\u00fcberlauf")).isTrue();
        assertThat(Glob.of("?").matches("\u4e16")).isTrue();
    }

    /** It took a minute and a half. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void twoHundredPatternsOverTwentyThousandNamesAreNoWork() {
        List<Glob> globs = IntStream.range(0, 200)
                .mapToObj(i -> Glob.of("**a".repeat(20) + i + "**b**"))
                .toList();
        for (int i = 0; i < 20_000; i++) {
            String name = "a".repeat(60) + i;
            assertThat(globs.stream().anyMatch(glob -> glob.matches(name))).isFalse();
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void manyRunsCannotMakeItHang() {
        assertThat(Glob.of("**a".repeat(100) + "**b").matches("a".repeat(10_000)))
                .isFalse();
    }
}
