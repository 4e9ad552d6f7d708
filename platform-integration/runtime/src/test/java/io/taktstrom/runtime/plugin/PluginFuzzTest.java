package io.taktstrom.runtime.plugin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Jars of plug-ins, and what only has their name: metadata, or a refusal. No code of theirs runs. */
class PluginFuzzTest {

    private static @Nullable Path folder;

    private static byte[] jar(byte[] manifest) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.setLevel(0);
            zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            zip.write(manifest);
            zip.putNextEntry(new ZipEntry("META-INF/services/" + ConnectorProvider.class.getName()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static void read(byte[] jar, int inputBytes) throws IOException {
        Path in = folder;
        if (in == null) {
            in = Files.createTempDirectory("plugins").toRealPath();
            in.toFile().deleteOnExit();
            folder = in;
        }
        Path file = Files.write(in.resolve("a.jar"), jar);
        file.toFile().deleteOnExit();
        Path plugins = in;
        FuzzedParser.check(
                inputBytes,
                PluginException.class,
                () -> PluginFiles.of(file, plugins).version());
    }

    static Stream<byte[]> manifests() {
        return FuzzedParser.texts(
                "Manifest-Version: 1.0\r\nTaktstrom-Spi: 1\r\nImplementation-Version: 1.2\r\n\r\nName: a/\r\n\r\n");
    }

    @MethodSource("manifests")
    @FuzzTest(maxDuration = "2m")
    void anyManifestIsReadOrRefused(byte[] bytes) throws IOException {
        read(jar(bytes), bytes.length);
    }

    static Stream<byte[]> jars() {
        return Stream.of(jar("Manifest-Version: 1.0\n".getBytes(StandardCharsets.UTF_8)));
    }

    @MethodSource("jars")
    @FuzzTest(maxDuration = "2m")
    void anyBytesAreAJarOrRefused(byte[] bytes) throws IOException {
        read(bytes, bytes.length);
    }
}
