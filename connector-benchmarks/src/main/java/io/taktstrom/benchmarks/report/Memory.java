package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What processes hold of the machine's memory. */
public final class Memory {

    private static final String RESIDENT = "VmRSS:";
    private static final int KIB = 1024;

    private Memory() {}

    /** Bytes of a process that are in memory now; -1 where the system does not tell. */
    public static long resident(long pid) throws IOException {
        Path status = Path.of("/proc", String.valueOf(pid), "status");
        if (!Files.exists(status)) {
            return -1;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith(RESIDENT)) {
                return KIB * Long.parseLong(line.substring(RESIDENT.length()).replaceAll("\\D", ""));
            }
        }
        return -1;
    }
}
