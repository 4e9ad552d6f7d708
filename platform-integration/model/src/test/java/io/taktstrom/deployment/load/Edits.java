package io.taktstrom.deployment.load;

import java.util.Random;

/** Random edits of a text: parts cut, doubled and moved, and pieces put in that have caused trouble before. */
final class Edits {

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ": ",
        ", ",
        "- ",
        "\n",
        "  ",
        "\t",
        "\"",
        "'",
        "#",
        "&a ",
        "*a",
        "!!str ",
        "|",
        ">",
        "%YAML 1.2\n",
        "---\n",
        "? ",
        "<<: ",
        "null",
        "~",
        "true",
        "-1",
        "1e999",
        ".nan",
        "0x7fffffffff",
        "99999999999999999999",
        "${env:TOKEN}",
        "${file:x}",
        "**",
        "\u0000",
        "\uFFFE",
        "\uD800",
        "\r",
        "\\x",
        "\"\\UFFFFFFFF\"",
        "ARRAY[1..2147483647] OF LREAL",
        "STRING(999999)",
        "ARRAY[-1..-2] OF BOOL",
        "import: points.csv",
        "browse: press1",
        "include: plant.yaml",
        "${name}",
        "{template: machine}",
        "defaults:",
        "x".repeat(300),
        "id",
        "1s",
        "999999999d",
        "\u2028",
        "\u00e9",
        "\uD83D\uDE00"
    };

    private Edits() {}

    static String edit(String text, Random random) {
        StringBuilder edited = new StringBuilder(text);
        for (int n = random.nextInt(3); n >= 0; n--) {
            int at = random.nextInt(edited.length());
            int end = Math.min(edited.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> edited.delete(at, end);
                case 1 -> edited.insert(at, edited.substring(at, end));
                case 2 -> edited.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> edited.insert(at, PIECES[random.nextInt(PIECES.length)]);
                default -> {
                    int from = random.nextInt(edited.length());
                    edited.insert(at, edited.substring(from, Math.min(edited.length(), from + random.nextInt(200))));
                }
            }
        }
        return edited.toString();
    }
}
