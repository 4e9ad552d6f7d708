package io.taktstrom.oktoflow.ivml;

import java.util.HashSet;
import java.util.Set;

import tools.jackson.databind.json.JsonMapper;

/** IvmlNames of a model that are allowed, and each of them once; and texts in quotes. */
final class IvmlNames {

    private final Set<String> used = new HashSet<>();

    /** An identifier made of a text. */
    String identifier(String text) {
        String word = text.replaceAll("[^A-Za-z0-9_]", "_");
        return once(word.isEmpty() || Character.isDigit(word.charAt(0)) ? "_" + word : word);
    }

    private String once(String name) {
        String free = name;
        for (int i = 2; !used.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }

    /** In quotes, for IVML, JSON and YAML alike. */
    static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
