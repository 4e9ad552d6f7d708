package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.sun.management.ThreadMXBean;

/**
 * What a fuzz test asks of every parser of foreign bytes or text: it reads its input, or refuses it by the one exception
 * that it documents, with a message; and it allocates in proportion to the input, not to what the input announces.
 */
public final class FuzzedParser {

    /** Buffers, tables and first uses, whatever the input. */
    private static final long BYTES_AT_MOST = 16 << 20;

    private static final long BYTES_PER_INPUT_BYTE = 8 << 10;

    private static final ThreadMXBean JVM = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Reads the input. */
    @FunctionalInterface
    public interface Parsing {
        void run() throws Exception;
    }

    private FuzzedParser() {}

    /**
     * Runs a parser in the calling thread.
     *
     * @param inputBytes length of the input
     * @param refusal what the parser may throw, and subclasses; one that a Java library throws for text that is not a number
     *     is not meant
     * @throws AssertionError when the parser does not keep to it
     */
    public static void check(int inputBytes, Class<? extends Exception> refusal, Parsing parsing) {
        long most = BYTES_AT_MOST + BYTES_PER_INPUT_BYTE * inputBytes;
        long bytes = run(refusal, parsing);
        // The first time may load classes, which Jazzer changes in this thread.
        if (bytes > most && (bytes = run(refusal, parsing)) > most) {
            throw new AssertionError(bytes + " bytes allocated for an input of " + inputBytes);
        }
    }

    /** Returns how many bytes the parser has allocated. */
    private static long run(Class<? extends Exception> refusal, Parsing parsing) {
        long before = JVM.getCurrentThreadAllocatedBytes();
        try {
            parsing.run();
        } catch (Exception e) {
            if (!refusal.isInstance(e) || e instanceof NumberFormatException) {
                throw new AssertionError("not a " + refusal.getSimpleName() + ": " + e, e);
            }
            if (e.getMessage() == null || e.getMessage().isBlank()) {
                throw new AssertionError("a refusal without a message", e);
            }
        }
        return JVM.getCurrentThreadAllocatedBytes() - before;
    }

    /** Runs a parser that refuses nothing by an exception. */
    public static void check(int inputBytes, Parsing parsing) {
        check(inputBytes, NeverException.class, parsing);
    }

    private static final class NeverException extends Exception {
        private static final long serialVersionUID = 1;
    }

    /** Has a result say what it is, which must not fail either. */
    public static void show(Object result) {
        if (result.toString().isEmpty()) {
            throw new AssertionError("a result without a text: " + result.getClass());
        }
    }

    /** Bytes as the text that they most likely are. */
    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Files of the repository whose names end so, as seeds: their bytes, in the order of their names. */
    public static Stream<byte[]> files(Path folder, String ending) {
        try (Stream<Path> found = Files.walk(folder)) {
            List<Path> files = found.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("no file " + folder + "/**" + ending);
            }
            return files.stream().map(FuzzedParser::bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Texts as seeds. */
    public static Stream<byte[]> texts(String... texts) {
        return Stream.of(texts).map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
