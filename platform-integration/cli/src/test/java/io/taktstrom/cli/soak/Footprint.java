package io.taktstrom.cli.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.cli.plant.TaktRun;

/**
 * What a process takes of the machine at a moment; KiB, and counts. Linux, and the JDK's jcmd.
 *
 * @param minute since the soak began
 * @param run which process of the soak it is, from 1
 * @param atRest whether a collection went before, and all that waited was published
 * @param heap used
 * @param direct of the buffers outside of the heap
 * @param nativeMemory committed by the JVM beside the heap, as its own tracking says; 0 where it was not asked
 */
record Footprint(
        double minute,
        int run,
        boolean atRest,
        long heap,
        long direct,
        long nativeMemory,
        long resident,
        long threads,
        long files) {

    static final String CSV_HEAD = "minute,run,atRest,heapKiB,directKiB,nativeKiB,rssKiB,threads,files\n";

    private static final Pattern TOTAL = Pattern.compile("Total: reserved=\\d+KB, committed=(\\d+)KB");
    private static final Pattern HEAP = Pattern.compile("Java Heap \\(reserved=\\d+KB, committed=(\\d+)KB\\)");

    static Footprint of(TaktRun takt, double minute, int run, boolean atRest) throws IOException, InterruptedException {
        long pid = takt.process().pid();
        long nativeMemory = 0;
        if (atRest) {
            jcmd(pid, "GC.run");
            String tracked = jcmd(pid, "VM.native_memory", "summary", "scale=KB");
            nativeMemory = number(TOTAL, tracked) - number(HEAP, tracked);
        }
        String status = Files.readString(Path.of("/proc/" + pid + "/status"));
        try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return new Footprint(
                    minute,
                    run,
                    atRest,
                    (long) takt.metric("jvm_memory_used_bytes", "area=\"heap\"") / 1024,
                    (long) takt.metric("jvm_buffer_memory_used_bytes", "id=\"direct\"") / 1024,
                    nativeMemory,
                    number(Pattern.compile("VmRSS:\\s+(\\d+) kB"), status),
                    number(Pattern.compile("Threads:\\s+(\\d+)"), status),
                    files.count());
        }
    }

    private static long number(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("'" + pattern + "' not found in: " + text);
        }
        return Long.parseLong(matcher.group(1));
    }

    private static String jcmd(long pid, String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 2];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        command[1] = Long.toString(pid);
        System.arraycopy(words, 0, command, 2, words.length);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
        return said;
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%.3f,%d,%s,%d,%d,%d,%d,%d,%d%n",
                minute,
                run,
                atRest,
                heap,
                direct,
                nativeMemory,
                resident,
                threads,
                files);
    }
}
