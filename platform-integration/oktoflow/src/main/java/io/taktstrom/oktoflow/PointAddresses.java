package io.taktstrom.oktoflow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.text.TextFile;

/**
 * Names that a model may use in place of addresses: fields of oktoflow's records cannot be called {@code DB1.DBD4:REAL}.
 *
 * @param addresses by name, in the order of the text
 */
public record PointAddresses(Map<String, String> addresses) {

    /** Every name is an address. */
    public static final PointAddresses EMPTY = new PointAddresses(Map.of());

    private static final int MAX_BYTES = 16 << 20;

    public PointAddresses {
        addresses = Collections.unmodifiableMap(new LinkedHashMap<>(addresses));
    }

    /**
     * What the setting {@link PlatformOptions#POINTS} means: lines, or the name of a resource of the application or of a file.
     *
     * @throws IllegalArgumentException with the line that is wrong, or because there is no such resource or file
     */
    static PointAddresses of(String setting, ClassLoader resources) {
        if (setting.isBlank()) {
            return EMPTY;
        }
        return setting.indexOf('=') >= 0 || setting.indexOf('\n') >= 0
                ? parse(setting, PlatformOptions.POINTS.name())
                : parse(text(setting, resources), setting);
    }

    private static String text(String name, ClassLoader resources) {
        try (InputStream resource = resources.getResourceAsStream(name)) {
            if (resource != null) {
                return new String(resource.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            }
            return TextFile.read(Path.of(name), MAX_BYTES);
        } catch (IOException | TextFile.UnreadableException e) {
            throw new IllegalArgumentException("setting points: '" + name + "' is neither a resource of the application"
                    + " nor a file that can be read (" + e.getMessage()
                    + "); write lines 'name = address', or name one that"
                    + " has them");
        }
    }

    /** Lines {@code name = address}; those that are blank or begin with # say nothing. */
    static PointAddresses parse(String text, String where) {
        Map<String, String> addresses = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.split("\\R", -1)) {
            number++;
            String entry = line.strip();
            if (entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            int equals = entry.indexOf('=');
            String name = equals < 0 ? "" : entry.substring(0, equals).strip();
            String address = entry.substring(equals + 1).strip();
            if (name.isEmpty() || address.isEmpty()) {
                throw new IllegalArgumentException(where + ", line " + number + ": '" + entry
                        + "' is not name = address, such as speed = MAIN.fSpeed");
            }
            if (addresses.putIfAbsent(name, address) != null) {
                throw new IllegalArgumentException(where + ", line " + number + ": duplicate name " + name);
            }
        }
        return new PointAddresses(addresses);
    }

    /** As text that {@link #parse} reads. */
    public String text() {
        StringBuilder text = new StringBuilder();
        addresses.forEach((name, address) ->
                text.append(name).append(" = ").append(address).append('\n'));
        return text.toString();
    }
}
