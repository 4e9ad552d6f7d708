package io.taktstrom.spring.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.text.Problem;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * The properties under {@code taktstrom}, each from the source that goes before the others, as a tree. One thread.
 *
 * <p>Names are Spring's: {@code scan-classes}, {@code scanClasses} and {@code TAKTSTROM_SCANCLASSES} are the same.
 */
final class PropertyTree {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("taktstrom");

    private static final Set<String> SECTIONS = sections();

    /** A mapping, or a list where all keys are numbers. */
    static final class Branch {
        final Map<String, Object> children = new LinkedHashMap<>();
        private boolean numbered = true;

        boolean isList() {
            return numbered && !children.isEmpty();
        }

        /** A list's items in their order, whatever the order of the properties. */
        List<Object> items() {
            Map<Integer, Object> sorted = new TreeMap<>();
            children.forEach((index, child) -> sorted.put(Integer.valueOf(index), child));
            return new ArrayList<>(sorted.values());
        }
    }

    /**
     * A property.
     *
     * @param value as its source has it, placeholders and all
     */
    record Leaf(
            ConfigurationPropertyName name,
            String value,
            @Nullable Origin origin) {

        /** Whether it stands in a file that others may read; otherwise it comes from the start of the process. */
        boolean isWritten() {
            return origin instanceof TextResourceOrigin;
        }

        String place() {
            return origin == null ? "" : " (" + origin + ")";
        }
    }

    private final ConfigurableEnvironment environment;
    private final Branch root = new Branch();
    private final Set<String> unknown = new TreeSet<>();
    private final PropertyText text;

    private PropertyTree(ConfigurableEnvironment environment, Shape grammar) {
        this.environment = environment;
        Map<ConfigurationPropertyName, ConfigurationProperty> found = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource all) {
                // A variable of the process may be named like ours and mean something else.
                boolean foreign = source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
                all.stream().filter(ROOT::isAncestorOf).forEach(name -> {
                    ConfigurationProperty property = all.getConfigurationProperty(name);
                    if (property != null && (section(name) != null || !foreign)) {
                        found.putIfAbsent(name, property);
                    }
                });
            }
        }
        found.forEach(this::put);
        text = new PropertyText(root, grammar);
    }

    static PropertyTree of(ConfigurableEnvironment environment, Shape grammar) {
        return new PropertyTree(environment, grammar);
    }

    private static Set<String> sections() {
        Set<String> sections = new TreeSet<>(FileKeys.SECTIONS);
        sections.add(FileKeys.DEFAULTS);
        // Spring Boot has ways of its own, which send all meters of the application.
        sections.remove(FileKeys.METRICS);
        return sections;
    }

    /** As the grammar spells it. */
    private static @Nullable String section(ConfigurationPropertyName name) {
        String first = name.getElement(1, Form.UNIFORM);
        return SECTIONS.stream()
                .filter(section -> PropertyText.uniform(section).equals(first))
                .findFirst()
                .orElse(null);
    }

    private void put(ConfigurationPropertyName name, ConfigurationProperty property) {
        String section = section(name);
        Leaf leaf = new Leaf(name, String.valueOf(property.getValue()), property.getOrigin());
        if (section == null) {
            if (!name.getElement(1, Form.UNIFORM).equals("deployment")) {
                String first = name.getElement(1, Form.ORIGINAL);
                unknown.add(
                        name + leaf.place() + ": unknown section '" + first + "'; " + Closest.hint(first, SECTIONS));
            }
            return;
        }
        if (leaf.value().isEmpty() && name.getNumberOfElements() == 2) {
            return;
        }
        Branch branch = root;
        String key = section;
        branch.numbered = false;
        for (int i = 2; i < name.getNumberOfElements(); i++) {
            Object child = branch.children.computeIfAbsent(key, absent -> new Branch());
            if (!(child instanceof Branch next)) {
                // Both a value and something below it: the value goes first, and what is below says nothing.
                return;
            }
            branch = next;
            branch.numbered &= name.isNumericIndex(i);
            key = name.getElement(i, Form.ORIGINAL);
        }
        branch.children.putIfAbsent(key, leaf);
    }

    boolean isEmpty() {
        return root.children.isEmpty();
    }

    /** What nothing reads: which, where, and what may have been meant. */
    List<String> unknown() {
        return List.copyOf(unknown);
    }

    /** One of the properties, for messages. */
    String first() {
        Object at = root;
        while (at instanceof Branch branch) {
            at = branch.children.values().iterator().next();
        }
        Leaf leaf = (Leaf) at;
        return leaf.name() + leaf.place();
    }

    /** All of it as a deployment file. */
    String text() {
        return text.text();
    }

    /** The value that stands in the {@link #text} under a name of ours; null when the name is none. */
    @Nullable
    String value(String variable) {
        Leaf leaf = text.references().get(variable);
        return leaf == null ? null : environment.resolvePlaceholders(leaf.value());
    }

    /** What is wrong, by the name of the property, and where that stands. */
    String text(Problem problem) {
        Leaf leaf = text.leaves().get(problem.path());
        String name = leaf == null ? ROOT + (problem.path().isEmpty() ? "" : "." + problem.path()) : leaf.name() + "";
        return name + (leaf == null ? "" : leaf.place()) + ": " + problem.message()
                + (Objects.requireNonNull(problem.hint()).isEmpty() ? "" : "; " + problem.hint());
    }
}
