package io.taktstrom.testkit.peer;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/**
 * Makes the jar of a plug-in from source text, against this test's class path, as a project of its own would. One use, one
 * thread; needs a JDK.
 */
public final class PluginJar {

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> files = new LinkedHashMap<>();
    private final Attributes manifest = new Attributes();
    private final List<Path> libraries = new ArrayList<>();

    /** Made for this version of the SPI. */
    public PluginJar() {
        manifest.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest(Providers.MANIFEST_ENTRY, String.valueOf(Providers.SPI_VERSION));
    }

    /** Adds a class by its full name. */
    public PluginJar source(String className, String text) {
        sources.put(className, text);
        return this;
    }

    /** Names a class as a provider; it need not be there. */
    public PluginJar provides(Class<?> service, String className) {
        return file("META-INF/services/" + service.getName(), className + "\n");
    }

    /** Adds a file. */
    public PluginJar file(String path, String text) {
        files.put(path, text);
        return this;
    }

    /** Sets an attribute of the manifest; null takes it out. */
    public PluginJar manifest(String name, @Nullable String value) {
        if (value == null) {
            manifest.remove(new Attributes.Name(name));
        } else {
            manifest.putValue(name, value);
        }
        return this;
    }

    /** A jar to compile against, which is not packed. */
    public PluginJar library(Path jar) {
        libraries.add(jar);
        return this;
    }

    /** Compiles and packs, in place of what is there; returns the jar. */
    public Path write(Path jar) throws IOException {
        Path classes = Files.createTempDirectory("plugin");
        try {
            compile(classes);
            Manifest main = new Manifest();
            main.getMainAttributes().putAll(manifest);
            try (OutputStream out = Files.newOutputStream(jar);
                    JarOutputStream packed = new JarOutputStream(out, main)) {
                for (Path file : files(classes)) {
                    add(packed, classes.relativize(file).toString().replace('\\', '/'), Files.readAllBytes(file));
                }
                for (Map.Entry<String, String> file : files.entrySet()) {
                    add(packed, file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
                }
            }
            return jar;
        } finally {
            for (Path file : files(classes)) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private void compile(Path classes) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler; run the tests with a JDK");
        }
        List<String> path =
                new ArrayList<>(libraries.stream().map(Path::toString).toList());
        path.add(System.getProperty("java.class.path"));
        List<String> options =
                List.of("-d", classes.toString(), "-classpath", String.join(File.pathSeparator, path), "-proc:none");
        StringWriter messages = new StringWriter();
        boolean compiled =
                compiler.getTask(messages, null, null, options, null, units()).call();
        if (!compiled) {
            throw new IOException("does not compile:\n" + messages);
        }
    }

    private List<JavaFileObject> units() {
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((name, text) -> units.add(
                new SimpleJavaFileObject(
                        URI.create("string:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return text;
                    }
                }));
        return units;
    }
}
