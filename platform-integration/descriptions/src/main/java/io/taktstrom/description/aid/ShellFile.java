package io.taktstrom.description.aid;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.description.td.ThingReader;
import tools.jackson.databind.JsonNode;

/** A file with an Asset Administration Shell: a package, JSON or XML, whatever its name is. */
final class ShellFile {

    private ShellFile() {}

    /**
     * The shells in it, as their JSON form has them.
     *
     * @throws IllegalArgumentException when there is none; the message says what would be right
     */
    static List<JsonNode> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("no such file; name an AASX, or a shell in JSON or XML");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] start = in.readNBytes(2);
            if (start.length == 2 && start[0] == 'P' && start[1] == 'K') {
                return AasxPackage.read(file);
            }
        }
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(AasxPackage.MAX_PART + 1);
        }
        if (bytes.length > AasxPackage.MAX_PART) {
            throw new IllegalArgumentException(
                    "is larger than " + AasxPackage.MAX_PART + " bytes; check that it is the right file");
        }
        return List.of(tree(bytes));
    }

    static JsonNode tree(byte[] bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("is not UTF-8 text; save it as UTF-8");
        }
        String stripped = text.startsWith("\uFEFF") ? text.substring(1) : text;
        return stripped.stripLeading().startsWith("<") ? AasXml.read(bytes) : ThingReader.parse(stripped);
    }
}
