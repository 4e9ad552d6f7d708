package io.taktstrom.sinks.mqtt;

import java.nio.charset.StandardCharsets;

/** Topics of MQTT. */
public final class Topics {

    private Topics() {}

    /**
     * Makes a text one level of a topic: what parts levels, what are wildcards, controls, the sign of the escape itself, and a
     * dollar in front, which hides a topic from {@code #}, become {@code %} and two hexadecimal digits for each byte.
     */
    public static String level(String text) {
        StringBuilder level = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean escaped =
                    c == '+' || c == '#' || c == '/' || c == '%' || Character.isISOControl(c) || (c == '$' && i == 0);
            if (escaped && level == null) {
                level = new StringBuilder(text.length() + 8).append(text, 0, i);
            }
            if (level != null) {
                if (escaped) {
                    for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                        level.append("%%%02X".formatted(b));
                    }
                } else {
                    level.append(c);
                }
            }
        }
        return level == null ? text : level.toString();
    }
}
