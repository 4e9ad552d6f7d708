package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import tools.jackson.databind.json.JsonMapper;

/** Prints, as JSON, how many samples of a recording are in which part of a read. Takes the file. */
final class ReadPlaces {

    /** Where a stack is, by its first frame of a known package. */
    private static final Map<String, List<String>> PLACES = new LinkedHashMap<>();

    static {
        PLACES.put("socket", List.of("sun.nio.ch", "java.net", "java.nio.channels"));
        PLACES.put(
                "AdsLib",
                List.of(
                        "com.sun.jna",
                        "io.taktstrom.ads.jna",
                        "io.taktstrom.ads.jni",
                        "io.taktstrom.ads.ffm",
                        "java.lang.foreign",
                        "de.beckhoff"));
        PLACES.put("waiting for another thread", List.of("java.util.concurrent", "jdk.internal.misc.Unsafe"));
        PLACES.put("the benchmark itself", List.of("io.taktstrom.benchmarks", "org.HdrHistogram"));
        PLACES.put("the connector's Java", List.of("io.taktstrom", "org.apache.plc4x"));
    }

    private ReadPlaces() {}

    public static void main(String[] args) throws IOException {
        Map<String, Integer> places = new TreeMap<>();
        try (RecordingFile file = new RecordingFile(Path.of(args[0]))) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String type = event.getEventType().getName();
                boolean sample = type.equals("jdk.ExecutionSample") || type.equals("jdk.NativeMethodSample");
                RecordedStackTrace stack = event.getStackTrace();
                if (sample && stack != null && isReader(stack)) {
                    places.merge(place(stack), 1, Integer::sum);
                }
            }
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8)
                .println(JsonMapper.builder().build().writeValueAsString(places));
    }

    private static boolean isReader(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .anyMatch(type -> type.equals(PaperContender.class.getName()) || type.endsWith("worker.Worker"));
    }

    private static String place(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            for (Map.Entry<String, List<String>> place : PLACES.entrySet()) {
                if (place.getValue().stream().anyMatch(type::startsWith)) {
                    return place.getKey();
                }
            }
        }
        return "other Java";
    }
}
