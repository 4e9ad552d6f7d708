package io.taktstrom.testkit.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that figures were measured on, as far as it tells. */
public final class Machine {

    private Machine() {}

    public static Map<String, Object> describe() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("cpu", firstLine(Path.of("/proc/cpuinfo"), "model name"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("load", load());
        facts.put("stealTicks", steal());
        return facts;
    }

    /** What was described before a run and after it, in one line. */
    public static String inWords(Map<String, Object> before, Map<String, Object> after) {
        return before.get("cpu") + ", " + before.get("cores") + " cores, " + before.get("kernel") + ", "
                + before.get("java") + "; load before " + before.get("load") + ", after " + after.get("load");
    }

    /** Clock ticks that other guests of the host took from us since boot; it should hardly grow during a run. */
    public static long steal() {
        String[] fields = firstLine(Path.of("/proc/stat"), "cpu ").strip().split("\\s+", -1);
        return fields.length > 7 ? Long.parseLong(fields[7]) : -1;
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** What follows the key in the first line that starts with it. */
    private static String firstLine(Path file, String key) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(key)) {
                    return line.substring(key.length()).replaceFirst("^\\s*:\\s*", "");
                }
            }
        } catch (IOException e) {
            // Not Linux; the caller shows what is known.
        }
        return "unknown";
    }
}
