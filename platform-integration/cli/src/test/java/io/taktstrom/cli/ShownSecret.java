package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;

/** Finds a secret in what was printed, in whatever form libraries print bytes. */
final class ShownSecret {

    /**
     * In each secret of a test; {@code ./takt test} searches for it in all that the tests have left, too
     * (platform-integration/launcher/secrets).
     */
    static final String MARK = "open-sesame";

    private ShownSecret() {}

    /** No secret of any test: what each command is asked that a test runs. */
    static void assertNoneIn(String printed) {
        assertNotIn(printed, MARK);
    }

    /** A file that only its owner may read, so that a deployment file may name it. */
    static Path file(Path directory, String name, String secret) throws IOException {
        Path file = Files.writeString(directory.resolve(name), secret);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Neither as it is, nor as hexadecimal numbers or in Base64, wherever in a longer text it stands. */
    static void assertNotIn(String printed, String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        String squeezed = printed.replaceAll("[ ,:|\\n]", "").toLowerCase(Locale.ROOT);
        assertThat(printed).doesNotContain(secret);
        assertThat(squeezed).doesNotContain(HexFormat.of().formatHex(bytes));
        for (int before = 0; before < 3; before++) {
            assertThat(printed).doesNotContain(middleOfBase64(bytes, before));
        }
    }

    /** What encodes nothing but the secret, when so many bytes are before it. */
    private static String middleOfBase64(byte[] bytes, int before) {
        byte[] all = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, all, before, bytes.length);
        String text = Base64.getEncoder().withoutPadding().encodeToString(all);
        return text.substring(List.of(0, 2, 3).get(before), all.length / 3 * 4);
    }
}
