package io.taktstrom.example;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.FolderUnderTest;
import io.taktstrom.testkit.sink.SinkContract;

/** The folder, as its reader sees it. */
final class SpoolFolder extends FolderUnderTest {

    SpoolFolder() throws IOException {}

    @Override
    public SinkProvider provider() {
        return new SpoolSink();
    }

    @Override
    public Map<String, String> options() {
        return Map.of("folder", folder().toString());
    }

    @Override
    public Map<String, String> unusableOptions() {
        return Map.of("folder", noFolder().toString());
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.STALL, "files answer at once",
                SinkContract.FULL, "it takes a disk of its own",
                SinkContract.REFUSAL, "files take everything",
                SinkContract.NO_ALLOCATION, "it makes strings");
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        List<ReceivedSample> received = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder())) {
            for (Path file : files.sorted().toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] fields = line.split(" ", 5);
                    received.add(new ReceivedSample(
                            decoded(fields[0]),
                            fields[1].startsWith("Bad") ? null : new Reader(fields[4]).value(),
                            fields[1],
                            Long.parseLong(fields[2]),
                            Long.parseLong(fields[3])));
                }
            }
        }
        return received;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** Reads a value: a text, {@code [a,b]} or <code>{name=a,other=b}</code>. */
    private static final class Reader {

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        Object value() {
            if (text.startsWith("[", at)) {
                List<Object> list = new ArrayList<>();
                while (text.charAt(at++) != ']') {
                    list.add(value());
                }
                return list;
            }
            if (text.startsWith("{", at)) {
                Map<String, Object> map = new LinkedHashMap<>();
                while (text.charAt(at++) != '}') {
                    String name = word();
                    at++;
                    map.put(name, value());
                }
                return map;
            }
            return word();
        }

        private String word() {
            int begin = at;
            while (at < text.length() && ",]}=".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            return decoded(text.substring(begin, at));
        }
    }
}
