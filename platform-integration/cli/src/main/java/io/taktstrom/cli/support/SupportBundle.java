package io.taktstrom.cli.support;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** A ZIP file of texts without secrets, that only its owner may read. One thread. */
final class SupportBundle implements AutoCloseable {

    private final ZipOutputStream zip;
    private final String folder;
    private final Redaction redaction;
    private final List<String> index = new ArrayList<>();

    /**
     * @param file must not exist
     * @param folder the one in the ZIP file that holds all
     */
    SupportBundle(Path file, String folder, Redaction redaction) throws IOException {
        zip = new ZipOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                StandardCharsets.UTF_8);
        this.folder = folder;
        this.redaction = redaction;
        try {
            Files.setPosixFilePermissions(
                    file, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
        } catch (UnsupportedOperationException e) {
            // A file system without modes.
        }
    }

    /** Adds a text. */
    void add(String name, String about, String text) throws IOException {
        write(name, redaction.of(text));
        index.add(name + ": " + about);
    }

    /** Adds a file of a deployment. */
    void addYaml(String name, String about, String text) throws IOException {
        write(name, redaction.ofYaml(text));
        index.add(name + ": " + about);
    }

    /** Says what is not there, and why. */
    void leftOut(String what, String why) {
        index.add(what + ": left out: " + why);
    }

    /** What is there, a line each. */
    List<String> index() {
        return index.stream().map(redaction::of).toList();
    }

    private void write(String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(folder + "/" + name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    /** Adds the index. */
    @Override
    public void close() throws IOException {
        try (zip) {
            write("index.txt", String.join("\n", index()) + "\n");
        }
    }
}
