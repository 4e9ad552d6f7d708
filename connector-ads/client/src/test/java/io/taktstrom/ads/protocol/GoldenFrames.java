package io.taktstrom.ads.protocol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Bytes from real devices, see golden-frames.txt and the tables beside it. */
final class GoldenFrames {

    private static final Map<String, byte[]> FRAMES = readFrames();

    private GoldenFrames() {}

    /** Names of all frames, in the order of the file. */
    static List<String> names() {
        return List.copyOf(FRAMES.keySet());
    }

    /** A copy of a frame, little-endian, position 0. */
    static ByteBuffer frame(String name) {
        return wrap(Objects.requireNonNull(FRAMES.get(name), name).clone());
    }

    /** A table's bytes. */
    static ByteBuffer table(String resource) {
        String hex =
                lines(resource).stream().filter(line -> !line.startsWith("#")).collect(Collectors.joining());
        return wrap(HexFormat.of().parseHex(hex));
    }

    static ByteBuffer wrap(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Map<String, byte[]> readFrames() {
        Map<String, StringBuilder> hex = new LinkedHashMap<>();
        StringBuilder current = new StringBuilder();
        for (String line : lines("golden-frames.txt")) {
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

    private static List<String> lines(String resource) {
        InputStream in = Objects.requireNonNull(GoldenFrames.class.getResourceAsStream(resource), resource);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
