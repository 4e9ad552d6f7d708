package io.taktstrom.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** Java of pages: compiled here, unless a module whose tests run it is named above it. */
final class DocumentedJava {

    private DocumentedJava() {}

    /** The comment above a block says what it needs: {@code compiled with: io.taktstrom.ads.*; String user}. */
    static void check(DocumentedBlock block, Path directory) throws IOException {
        if (block.comment().startsWith("snippet: ")) {
            return;
        }
        assertThat(block.comment())
                .as(block + ": neither 'snippet' nor 'compiled with' stands above it")
                .startsWith("compiled with: ");
        String[] needs = block.comment().substring("compiled with: ".length()).split("; ", 2);
        String imports = Stream.of(needs[0].split(", "))
                .map(name -> "import " + name + ";")
                .collect(Collectors.joining("\n"));
        Path source = Files.writeString(
                directory.resolve("Page.java"),
                imports + "\nclass Page { void shown(" + (needs.length == 1 ? "" : needs[1]) + ") throws Exception {\n"
                        + block.text() + "} }\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        boolean compiled = compiler.getTask(
                        said,
                        null,
                        null,
                        List.of("-proc:none", "-d", directory.toString(), "-cp", System.getProperty("java.class.path")),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(compiled).as(block + ": " + said).isTrue();
    }
}
