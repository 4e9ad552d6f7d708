package io.taktstrom.description;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A way to reach a property.
 *
 * @param href absolute, or relative to the base of the interface
 * @param terms of a vocabulary, such as {@code modv:entity}; texts, numbers and truth values
 * @param security null for that of the interface
 */
public record PropertyForm(
        String href, Map<String, Object> terms, @Nullable ThingSecurity security) {

    public PropertyForm {
        terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
    }

    /** Protected like the interface. */
    public PropertyForm(String href, Map<String, Object> terms) {
        this(href, terms, null);
    }

    /** The value of a term as text; empty when it is not there. */
    public String term(String name) {
        return String.valueOf(terms.getOrDefault(name, ""));
    }
}
