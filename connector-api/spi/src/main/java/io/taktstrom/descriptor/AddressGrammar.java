package io.taktstrom.descriptor;

import java.util.List;

/**
 * How an address is written.
 *
 * @param description in a few sentences
 * @param pattern a regular expression that every address matches, for early validation; it may be generous
 * @param examples addresses that are right, each matching the pattern
 */
public record AddressGrammar(String description, String pattern, List<String> examples) {

    public AddressGrammar {
        examples = List.copyOf(examples);
    }
}
