package io.taktstrom.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The commands of a block of shell, as far as pages go: quotes, comments, continued lines, variables that the block sets. */
final class ShellText {

    private ShellText() {}

    /** Each command as its words; what is assigned, and where output goes, is left out. */
    static List<List<String>> commands(String block) {
        Map<String, String> variables = new HashMap<>();
        List<List<String>> commands = new ArrayList<>();
        for (String line : block.replaceAll("\\\\\\n\\s*", " ").lines().toList()) {
            List<String> command = new ArrayList<>();
            for (String word : words(line, variables)) {
                if (word.matches("&&|\\|\\|?|;")) {
                    add(commands, command);
                    command = new ArrayList<>();
                } else if (command.isEmpty() && word.matches("\\w+=.*")) {
                    variables.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
                } else {
                    command.add(word);
                }
            }
            add(commands, command);
        }
        return commands;
    }

    private static void add(List<List<String>> commands, List<String> command) {
        int redirected = command.indexOf(">");
        List<String> words = redirected < 0 ? command : command.subList(0, redirected);
        if (!words.isEmpty()) {
            commands.add(List.copyOf(words));
        }
    }

    private static List<String> words(String line, Map<String, String> variables) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i <= line.length(); i++) {
            char c = i < line.length() ? line.charAt(i) : ' ';
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '\'' || c == '"') {
                quote = c;
                begun = true;
            } else if (c == '#' && !begun) {
                break;
            } else if (c == ' ') {
                if (begun) {
                    words.add(word.toString());
                    word.setLength(0);
                    begun = false;
                }
            } else if (line.startsWith("$(", i)) {
                int end = line.indexOf(')', i);
                word.append(line, i, end + 1);
                i = end;
                begun = true;
            } else if (c == '$' && line.substring(i + 1).matches("\\w.*")) {
                String name = line.substring(i + 1).replaceFirst("\\W.*", "");
                word.append(variables.getOrDefault(name, "$" + name));
                i += name.length();
                begun = true;
            } else {
                word.append(c);
                begun = true;
            }
        }
        return words;
    }
}
