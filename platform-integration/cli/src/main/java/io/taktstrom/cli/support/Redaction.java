package io.taktstrom.cli.support;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.descriptor.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Takes secrets out of texts: what references of a deployment stand for, in any form that a log may show it, and what looks like
 * a secret. One thread.
 */
final class Redaction {

    static final String REMOVED = "[removed]";
    /** Shorter values would take out half of every text. */
    static final int SHORTEST = 4;

    private static final String NAMES =
            "password|passwd|passphrase|secret|token|authorization|api-?key|private-?key|psk";
    private static final Pattern REFERENCE = Pattern.compile(Reference.PATTERN);
    /** What follows a reference's beginning is one, which shows nothing. */
    private static final String VALUE = "(?![\"']?\\$\\{)(\"(?:[^\"\\\\\\n]|\\\\.)*\"|'[^'\\n]*'|[^\\s\"',;&}\\])]+)";

    private static final List<Pattern> LOOKS = List.of(
            Pattern.compile("(-----BEGIN [A-Z ]*PRIVATE KEY-----)([\\s\\S]*?)(?=-----END|\\z)"),
            Pattern.compile("(?i)(\\b(?:bearer|basic)\\s+)([A-Za-z0-9+/._~-]{8,}=*)"),
            Pattern.compile("(://[^/\\s:@\"']*:)([^/\\s@\"']+)(?=@)"));

    private final Pattern block;
    private final Pattern pair;
    private final Pattern assignment;
    private final Set<String> values = new LinkedHashSet<>();
    /** Longest first: one may be part of another. */
    private final Set<String> forms =
            new TreeSet<>(Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** @param secretOptions names of options that hold secrets, beside those that look like it */
    Redaction(Collection<String> secretOptions) {
        String names = Stream.concat(Stream.of(NAMES), secretOptions.stream().map(Pattern::quote))
                .collect(Collectors.joining("|"));
        String key = "[\\w.-]*(?:" + names + ")[\\w.-]*[\"']?";
        block = Pattern.compile(
                "(?im)^([ \\t-]*)([\"']?" + key + "\\s*:\\s*[|>][-+\\d]*[ \\t]*\\n)((?:\\1[ \\t]+.*\\n?|[ \\t]*\\n)+)");
        pair = Pattern.compile("(?i)(" + key + "\\s*:\\s*)(?![|>])" + VALUE);
        assignment = Pattern.compile("(?i)(" + key + "(?:\\s*=\\s*|(?<=[\"'])\\s*:\\s*))" + VALUE);
    }

    /**
     * Remembers what the references of a file stand for, and secrets that stand in it against the rules.
     *
     * @param folder where relative paths of references start
     * @return the files that references name: they hold secrets, and nothing else
     */
    Set<Path> learn(String text, Path folder, Function<String, @Nullable String> environment) {
        Set<Path> secretFiles = new LinkedHashSet<>();
        Matcher reference = REFERENCE.matcher(text);
        while (reference.find()) {
            String target = reference.group(1);
            if (target.startsWith("file:")) {
                secretFiles.add(folder.resolve(target.substring("file:".length())));
            }
            try {
                add(Reference.parse(reference.group()).resolve(folder, environment));
            } catch (Reference.UnresolvedException e) {
                // It has no value that could be shown.
            }
        }
        block.matcher(text).results().forEach(found -> add(found.group(3)));
        pair.matcher(text).results().forEach(found -> add(found.group(2).replaceAll("^[\"']|[\"']$", "")));
        return secretFiles;
    }

    /** Remembers a secret; each line of one that has several. */
    private void add(String secret) {
        secret.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST)
                .filter(values::add)
                .forEach(line -> {
                    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
                    forms.add(line);
                    forms.add(URLEncoder.encode(line, StandardCharsets.UTF_8));
                    forms.add(line.replace("\\", "\\\\").replace("\"", "\\\""));
                    forms.add(HexFormat.of().formatHex(bytes));
                    for (int before = 0; before < 3; before++) {
                        forms.add(middleOfBase64(bytes, before));
                    }
                });
        forms.removeIf(form -> form.length() < SHORTEST);
    }

    /** What encodes nothing but the bytes, when so many are before them. */
    private static String middleOfBase64(byte[] bytes, int before) {
        byte[] all = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, all, before, bytes.length);
        String text = Base64.getEncoder().withoutPadding().encodeToString(all);
        return text.substring(Math.min(List.of(0, 2, 3).get(before), text.length()), all.length / 3 * 4);
    }

    /** A YAML file without what is remembered, and without what looks like a secret. */
    String ofYaml(String text) {
        String safe = block.matcher(text).replaceAll("$1$2$1  " + Matcher.quoteReplacement(REMOVED) + "\n");
        return of(without(pair, safe));
    }

    /** The same for another text: in prose, what follows a colon may be an explanation. */
    String of(String text) {
        String safe = text;
        for (String form : forms) {
            safe = safe.replace(form, REMOVED);
        }
        for (Pattern looks : LOOKS) {
            safe = without(looks, safe);
        }
        return without(assignment, safe);
    }

    private static String without(Pattern secret, String text) {
        return secret.matcher(text).replaceAll("$1" + Matcher.quoteReplacement(REMOVED));
    }
}
