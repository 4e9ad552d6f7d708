package io.taktstrom.ads.contract;

import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The code in the README compiles as it stands there, and does what it seems to do. */
class ReadmeIT {

    private static final Path README = Path.of("../../README.md");
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String MODEL = """
            types:
              ST_Spindle: {struct: {speed: LREAL, tool: STRING(20)}}
            symbols:
              MAIN.spindle: {type: ST_Spindle, value: {speed: 1200.5, tool: T17}}
            """;

    @Test
    void theCodeToEmbedPrintsTheMachinesValues(@TempDir Path classes) throws Exception {
        BlockingQueue<Object> printed = new LinkedBlockingQueue<>();
        AdsSimulator plc =
                AdsSimulator.builder().model(SimulatorModel.parse(MODEL)).start();
        Thread program;
        try (plc) {
            compile(classes, plc.endpointUri());
            program = new Thread(load(classes, printed), "readme");
            program.start();
            assertThat(printed.poll(60, TimeUnit.SECONDS)).hasToString("Spindle[speed=1200.5, tool=T17]");
        }
        assertThat(String.valueOf(printed.poll(60, TimeUnit.SECONDS)))
                .contains(plc.endpointUri().substring(6, 15));
        program.join(60_000);
        assertThat(program.isAlive()).isFalse();
    }

    private static Runnable load(Path classes, BlockingQueue<Object> printed) throws Exception {
        URL[] places = {classes.toUri().toURL()};
        return (Runnable) new URLClassLoader(places, ReadmeIT.class.getClassLoader())
                .loadClass("Readme")
                .getConstructor(BlockingQueue.class)
                .newInstance(printed);
    }

    /** Only the device's address and where it prints to are other than in the README. */
    private static void compile(Path classes, String uri) throws Exception {
        Matcher code = CODE.matcher(Files.readString(README, StandardCharsets.UTF_8));
        assertThat(code.find()).isTrue();
        String program = code.group(1)
                .replaceFirst("\"ads://[^\"]*\"", '"' + uri + '"')
                .replace("System.out::println", "printed::add");
        assertThat(program).contains(uri, "printed::add");
        String source = """
                import io.taktstrom.spi.*;
                import java.time.Duration;
                import java.util.concurrent.*;
                public record Readme(BlockingQueue<Object> printed) implements Runnable {
                    @Override public void run() {
                        try {
                            embedded();
                        } catch (Exception e) {
                            printed.add(e.toString());
                        }
                    }
                    private void embedded() throws Exception {
                %s
                    }
                }
                """.formatted(program);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        SimpleJavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Readme.java"), SimpleJavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        StringBuilder messages = new StringBuilder();
        boolean compiled = compiler.getTask(
                        null,
                        null,
                        message -> messages.append(message).append('\n'),
                        List.of("-d", classes.toString(), "-cp", classPath),
                        null,
                        List.of(file))
                .call();
        assertThat(compiled)
                .as(() -> messages + source.lines().collect(Collectors.joining("\n")))
                .isTrue();
    }
}
