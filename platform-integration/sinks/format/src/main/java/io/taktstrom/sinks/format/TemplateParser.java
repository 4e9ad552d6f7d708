package io.taktstrom.sinks.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.descriptor.Closest;

/**
 * Reads a {@link Template}.
 *
 * <pre>
 *  { name [:argument] [.segment[..]] [/] [|otherwise] }
 * </pre>
 */
final class TemplateParser {

    private static final Pattern HOLE = Pattern.compile(
            "(?<name>[a-z]*)(?::(?<argument>[^|{}]*?))?(?:\\.(?<segment>-?[1-9]\\d?)(?<more>\\.\\.)?)?(?<slash>/)?"
                    + "(?:\\|(?<otherwise>[^{}]*))?");

    /** All of them have as many digits as letters, whatever the language. */
    private static final Pattern DATE = Pattern.compile("(yyyy|MM|dd|HH|mm|ss|[-_./: ])+");

    private final String text;
    private final Set<Template.Name> allowed;
    private final List<Template.Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    TemplateParser(String text, Set<Template.Name> allowed) {
        this.text = text;
        this.allowed = allowed;
    }

    List<Template.Part> parse() {
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if ((c == '{' || c == '}') && i + 1 < text.length() && text.charAt(i + 1) == c) {
                literal.append(c);
                i += 2;
            } else if (c == '{') {
                i = hole(i);
            } else if (c == '}') {
                throw wrong(i, "a } without {; write }} for one that stays");
            } else {
                literal.append(c);
                i++;
            }
        }
        endLiteral();
        return parts;
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            parts.add(new Template.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /** The place behind it. */
    private int hole(int start) {
        int end = text.indexOf('}', start);
        if (end < 0) {
            throw wrong(start, "a { without }; write {{ for one that stays");
        }
        String inside = text.substring(start + 1, end);
        Matcher matcher = HOLE.matcher(inside);
        if (!matcher.matches()) {
            throw wrong(
                    start,
                    "'{" + inside
                            + "}' is not a placeholder; write one like {point}, {point.2..}, {point/} or {label:line|none}");
        }
        endLiteral();
        parts.add(placeholder(start, matcher));
        return end + 1;
    }

    private Template.Placeholder placeholder(int at, Matcher matcher) {
        Template.Name name = name(at, matcher.group("name"));
        String argument = matcher.group("argument");
        boolean wantsArgument = name == Template.Name.LABEL || name == Template.Name.DATE;
        if (wantsArgument != (argument != null && !argument.isEmpty())) {
            throw wrong(
                    at,
                    "{" + name.word() + "} "
                            + (wantsArgument
                                    ? "needs "
                                            + (name == Template.Name.LABEL
                                                    ? "a key: {label:line}"
                                                    : "a pattern: {date:yyyy-MM-dd}")
                                    : "has nothing behind a colon"));
        }
        if (name == Template.Name.DATE) {
            checkDate(at, argument);
        }
        String segment = matcher.group("segment");
        if (name == Template.Name.EQUIPMENT && (segment != null || matcher.group("slash") != null)) {
            throw wrong(at, "{equipment} has no segments, and has slashes already; write {equipment}");
        }
        String otherwise = matcher.group("otherwise");
        return new Template.Placeholder(
                name,
                argument == null ? "" : argument,
                segment == null
                        ? Template.Segments.ALL
                        : new Template.Segments(Integer.parseInt(segment), matcher.group("more") != null),
                matcher.group("slash") != null,
                otherwise == null ? Template.NOTHING : otherwise);
    }

    private Template.Name name(int at, String word) {
        return allowed.stream()
                .filter(name -> name.word().equals(word))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> words =
                            allowed.stream().sorted().map(Template.Name::word).toList();
                    String guess = Closest.guess(word, words);
                    return wrong(
                            at,
                            "unknown placeholder {" + word + "}; "
                                    + (guess.isEmpty() ? "" : guess + " ")
                                    + words.stream()
                                            .map(each -> "{" + each + "}")
                                            .collect(Collectors.joining(", ", "expected one of ", "")));
                });
    }

    private void checkDate(int at, String pattern) {
        if (!DATE.matcher(pattern).matches()) {
            throw wrong(at, "'" + pattern + "' is not a date pattern; use yyyy MM dd HH mm ss, such as yyyy-MM-dd");
        }
    }

    private IllegalArgumentException wrong(int at, String what) {
        return new IllegalArgumentException("'" + text + "', character " + (at + 1) + ": " + what);
    }
}
