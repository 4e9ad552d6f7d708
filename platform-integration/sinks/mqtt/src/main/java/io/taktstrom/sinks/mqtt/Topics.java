package io.taktstrom.sinks.mqtt;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Topics of MQTT. */
public final class Topics {

    private static final Pattern ESCAPED = Pattern.compile("[+#/%\\x00-\\x1f\\x7f-\\x9f]|^\\$");

    private Topics() {}

    /**
     * Makes a text one level of a topic: what parts levels, what are wildcards, controls, the sign of the escape itself, and a
     * dollar in front, which hides a topic from {@code #}, become {@code %} and two hexadecimal digits for each byte.
     */
    public static String level(String text) {
        return ESCAPED.matcher(text).replaceAll(found -> {
            StringBuilder bytes = new StringBuilder();
            for (byte each : found.group().getBytes(StandardCharsets.UTF_8)) {
                bytes.append("%%%02X".formatted(each));
            }
            return bytes.toString();
        });
    }
}
