package io.taktstrom.description.aid;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

import tools.jackson.databind.JsonNode;

/** An AASX: a package (ISO/IEC 29500-2) that a chain of relationships leads through to the shell. */
final class AasxPackage {

    /** Most bytes of a part, unpacked. */
    static final int MAX_PART = 32 << 20;

    private static final int MAX_PARTS = 20;
    private static final String ORIGIN = "/aasx-origin";
    private static final String SPEC = "/aas-spec";
    private static final String RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
    private static final String TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";

    private AasxPackage() {}

    /**
     * The shells of a package.
     *
     * @throws IllegalArgumentException when it is not one, or too large; the message says what would be right
     */
    static List<JsonNode> read(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            List<JsonNode> shells = new ArrayList<>();
            for (String origin : targets(zip, "_rels/.rels", "", ORIGIN)) {
                int slash = origin.lastIndexOf('/') + 1;
                String folder = origin.substring(0, slash);
                String relationships = folder + "_rels/" + origin.substring(slash) + ".rels";
                for (String part : targets(zip, relationships, folder, SPEC)) {
                    shells.add(tree(part, bytes(zip, part)));
                }
            }
            if (shells.isEmpty()) {
                throw new IllegalArgumentException(
                        "is not an AASX: no relationship leads to a shell; export the shell again");
            }
            return shells;
        } catch (ZipException | EOFException e) {
            throw new IllegalArgumentException("is not an AASX: " + e.getMessage() + "; export the shell again");
        }
    }

    private static JsonNode tree(String part, byte[] bytes) {
        try {
            return ShellFile.tree(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("part " + part + ": " + e.getMessage());
        }
    }

    private static List<String> targets(ZipFile zip, String part, String folder, String type) throws IOException {
        List<String> targets = new ArrayList<>();
        for (JsonNode each : tree(part, bytes(zip, part))) {
            String target = each.path("Target").asString("");
            // AAS4J calls targets external that are parts of the package; what is not one is not found.
            if (each.path("Type").asString("").endsWith(type)) {
                targets.add(target.startsWith("/") ? target.substring(1) : folder + target);
            }
        }
        if (targets.size() > MAX_PARTS) {
            throw new IllegalArgumentException(
                    "part " + part + " names " + targets.size() + " parts (maximum " + MAX_PARTS + ")");
        }
        return targets;
    }

    private static byte[] bytes(ZipFile zip, String part) throws IOException {
        ZipEntry entry = zip.getEntry(part);
        if (entry == null) {
            throw new IllegalArgumentException("is not an AASX: it has no part " + part + "; export the shell again");
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes(MAX_PART + 1);
            if (bytes.length > MAX_PART) {
                throw new IllegalArgumentException(
                        "part " + part + " is larger than " + MAX_PART + " bytes; check that it is the right file");
            }
            return bytes;
        }
    }

    /** A package with one shell in JSON, the same bytes for the same shell. */
    static byte[] write(String json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
            put(
                    zip,
                    "[Content_Types].xml",
                    "<Types xmlns=\"" + TYPES + "\"><Default Extension=\"rels\""
                            + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default"
                            + " Extension=\"json\" ContentType=\"application/json\"/><Override PartName=\"/aasx/aasx-origin\""
                            + " ContentType=\"text/plain\"/></Types>");
            put(zip, "_rels/.rels", relationship("aasx-origin", "/aasx/aasx-origin"));
            put(zip, "aasx/aasx-origin", "Intentionally empty.");
            put(zip, "aasx/_rels/aasx-origin.rels", relationship("aas-spec", "/aasx/shell.aas.json"));
            put(zip, "aasx/shell.aas.json", json);
        }
        return bytes.toByteArray();
    }

    private static String relationship(String type, String target) {
        return "<Relationships xmlns=\"" + RELATIONSHIPS
                + "\"><Relationship Id=\"r1\" Type=\"http://admin-shell.io/aasx/relationships/" + type + "\" Target=\""
                + target + "\"/></Relationships>";
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        zip.putNextEntry(entry);
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
