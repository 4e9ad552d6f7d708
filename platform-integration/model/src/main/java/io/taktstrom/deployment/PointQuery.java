package io.taktstrom.deployment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

import io.taktstrom.model.Glob;

/**
 * Finds points by what the file says of them. A term is {@code property=pattern}, or a pattern over names alone; a
 * point is found when all terms match. Properties are {@code name}, {@code address}, {@code on}, {@code scan},
 * {@code type}, {@code unit}; any other word is a label. Case does not matter in patterns.
 */
public final class PointQuery {

    private final List<Predicate<PointConfig>> terms;

    private PointQuery(List<Predicate<PointConfig>> terms) {
        this.terms = List.copyOf(terms);
    }

    /**
     * Reads terms such as {@code name=press*}, {@code kind=temperature}, {@code unit=Cel}. No term finds every point.
     *
     * @throws IllegalArgumentException when a term is empty on a side of its {@code =}
     */
    public static PointQuery parse(List<String> terms) {
        List<Predicate<PointConfig>> parsed = new ArrayList<>();
        for (String term : terms) {
            int equals = term.indexOf('=');
            String property = equals < 0 ? "name" : term.substring(0, equals);
            String pattern = term.substring(equals + 1);
            if (property.isBlank() || pattern.isBlank()) {
                throw new IllegalArgumentException("'" + term
                        + "' is not a search term; write a pattern over names, or property=pattern,"
                        + " such as press1.**, unit=Cel, kind=temperature");
            }
            parsed.add(term(property, Glob.of(pattern)));
        }
        return new PointQuery(parsed);
    }

    private static Predicate<PointConfig> term(String property, Glob pattern) {
        return switch (property) {
            case "name", "id" -> point -> pattern.matches(point.name());
            case "address" -> point -> pattern.matches(point.point().address());
            case "on" -> point -> pattern.matches(point.connection());
            case "scan" -> point -> pattern.matches(point.scan());
            case "unit" -> point -> pattern.matches(point.point().unit());
            case "type" ->
                point -> {
                    var type = point.point().type();
                    return type != null && pattern.matches(type.text().toLowerCase(Locale.ROOT));
                };
            default ->
                point -> {
                    String value = point.point().labels().get(property);
                    return value != null && pattern.matches(value);
                };
        };
    }

    public boolean matches(PointConfig point) {
        return terms.stream().allMatch(term -> term.test(point));
    }

    /** The deployment's listed points that match, in the file's order. */
    public List<PointConfig> find(Deployment deployment) {
        return deployment.points().stream().filter(this::matches).toList();
    }
}
