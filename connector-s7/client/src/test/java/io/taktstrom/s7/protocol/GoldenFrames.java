package io.taktstrom.s7.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Bytes from real devices, see golden-frames.txt. */
public final class GoldenFrames {

    private static final Map<String, byte[]> FRAMES = read();

    private GoldenFrames() {}

    /** Names of all frames, in the order of the file. */
    public static List<String> names() {
        return List.copyOf(FRAMES.keySet());
    }

    /** A copy of a frame, position 0. */
    public static ByteBuffer frame(String name) {
        return ByteBuffer.wrap(Objects.requireNonNull(FRAMES.get(name), name).clone());
    }

    private static Map<String, byte[]> read() {
        Map<String, StringBuilder> hex = new LinkedHashMap<>();
        StringBuilder current = new StringBuilder();
        for (String line : lines()) {
            if (line.startsWith("  ")) {
                current.append(line.strip());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                current = new StringBuilder();
                hex.put(line.substring(0, line.indexOf(':')), current);
            }
        }
        Map<String, byte[]> frames = new LinkedHashMap<>();
        hex.forEach((name, text) -> frames.put(name, HexFormat.of().parseHex(text)));
        return frames;
    }

    private static List<String> lines() {
        InputStream in = Objects.requireNonNull(GoldenFrames.class.getResourceAsStream("golden-frames.txt"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
