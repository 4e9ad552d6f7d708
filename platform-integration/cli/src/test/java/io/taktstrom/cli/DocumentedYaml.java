package io.taktstrom.cli;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.xml.sax.InputSource;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** YAML of pages: whole files and models as they stand; parts of a deployment with what they name and do not have. */
final class DocumentedYaml {

    private static final Path EXAMPLES = Path.of("../../docs/examples");
    private static final DeploymentLoader LOADER = new DeploymentLoader(
            Catalog.of(Providers.ofClassPath()), name -> "secret-of-a-page", DeploymentLoader.STANDARD_MAX_BYTES);

    private DocumentedYaml() {}

    /** @param directory with the {@linkplain #examples examples} */
    static void check(DocumentedBlock block, Path directory) throws IOException {
        String page = block.page().getFileName().toString();
        if (block.comment().startsWith("snippet: ")) {
            return;
        }
        if (page.endsWith("-simulator.md")) {
            Path model = Files.writeString(directory.resolve("model.yaml"), block.text());
            Ran.takt(
                            "simulate",
                            page.replace("-simulator.md", ""),
                            "--bind",
                            "127.0.0.1:0",
                            "--seconds",
                            "1",
                            "--model",
                            model.toString())
                    .expect(ExitCode.GOOD);
            return;
        }
        Map<String, Object> part = read(block.text());
        // A line of a connection, as pages show it that have shown the whole before.
        Map<String, Object> file =
                part.keySet().equals(Set.of("press1")) ? new LinkedHashMap<>(Map.of("connections", part)) : part;
        for (Object included : list(file.get("include"))) {
            if (Files.notExists(directory.resolve(included.toString()))) {
                Files.writeString(directory.resolve(included.toString()), "sinks: {screen: {type: console}}\n");
            }
        }
        complete(file);
        Path complete = Files.writeString(
                directory.resolve("page.yaml"), JsonMapper.shared().writeValueAsString(file));
        DeploymentResult result = LOADER.load(complete);
        assertThat(result).as(block + ": " + result + "\n" + file).isInstanceOf(DeploymentResult.Loaded.class);
    }

    /** JSON and XML that can be read at all. */
    static void parse(DocumentedBlock block) throws Exception {
        if (block.language().equals("json")) {
            assertThat(JsonMapper.shared().readTree(block.text()).isEmpty())
                    .as(block.toString())
                    .isFalse();
        } else {
            // A page may show several elements of one file.
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader("<page>" + block.text() + "</page>")));
        }
    }

    @SuppressWarnings("unchecked") // A mapping's keys are names here.
    private static Map<String, Object> read(String yaml) {
        return new LinkedHashMap<>(
                (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(yaml));
    }

    /** Adds the connections, scan classes and sinks that a part of a file names, and the streams without which it does nothing. */
    private static void complete(Map<String, Object> file) {
        Map<String, Object> connections = section(file, "connections");
        Map<String, Object> scanClasses = section(file, "scanClasses");
        Map<String, Object> sinks = section(file, "sinks");
        Set<String> devices = named(file, "on", "browse");
        for (Object stream : list(file.get("streams"))) {
            devices.add(String.valueOf(((Map<?, ?>) stream).get("from")).replaceFirst("\\..*", ""));
        }
        if (devices.isEmpty() && connections.isEmpty() && !file.containsKey("use")) {
            devices.add("press1");
        }
        devices.forEach(name ->
                connections.putIfAbsent(name, Map.of("type", "ads", "host", "10.0.0.5", "amsNetId", "5.1.2.3.1.1")));
        if (!devices.isEmpty() && !file.containsKey("points")) {
            file.put(
                    "points",
                    devices.stream()
                            .map(name -> Map.of("id", name + ".value", "on", name, "address", "MAIN.fValue"))
                            .toList());
        }
        Set<String> scans = named(file, "scan");
        // The first for points that name none, the second for those of the CSV file.
        scans.addAll(List.of("default", "onChange"));
        scans.forEach(name -> scanClasses.putIfAbsent(name, Map.of("mode", "poll", "every", "1s")));
        named(file, "to").forEach(name -> sinks.putIfAbsent(name, Map.of("type", "console")));
        Stream.of("connections", "scanClasses", "sinks")
                .filter(name -> section(file, name).isEmpty())
                .forEach(file::remove);
    }

    @SuppressWarnings("unchecked") // As above.
    private static Map<String, Object> section(Map<String, Object> file, String name) {
        return (Map<String, Object>) file.computeIfAbsent(name, absent -> new LinkedHashMap<String, Object>());
    }

    /** What stands anywhere below one of these keys; no parameters of templates, and no addresses of mails. */
    private static Set<String> named(Object value, String... keys) {
        Set<String> names = new LinkedHashSet<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> {
                if (List.of(keys).contains(key.toString())) {
                    list(inner).stream()
                            .map(Object::toString)
                            .filter(name -> !name.contains("$") && !name.contains("@"))
                            .forEach(names::add);
                } else {
                    names.addAll(named(inner, keys));
                }
            });
        } else if (value instanceof List<?> list) {
            list.forEach(inner -> names.addAll(named(inner, keys)));
        }
        return names;
    }

    private static List<?> list(@Nullable Object value) {
        return value == null ? List.of() : value instanceof List<?> list ? list : List.of(value);
    }

    /** Copies what pages include and import. */
    static void examples(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = directory.resolve(EXAMPLES.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.write(copy, Files.readAllBytes(file));
            }
        }
    }
}
