package io.taktstrom.runtime.realtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;

/** What Linux does for single threads. Numbers are those of its headers: sched.h, sys/mman.h, sys/prctl.h. */
final class LinuxThreads {

    private static final int SCHED_FIFO = 1;
    private static final int PR_SET_TIMERSLACK = 29;
    /** MCL_CURRENT, MCL_FUTURE and MCL_ONFAULT: what was used once stays; what was only reserved takes no memory. */
    private static final int LOCK_WHAT_IS_USED = 1 | 2 | 4;

    private static final int MAX_CPUS = 1024;
    private static final Path THREADS = Path.of("/proc/self/task");

    private final C c = Native.load("c", C.class);

    /** Functions of the C library; 0 as a thread is the calling one. */
    private interface C extends Library {
        int sched_setscheduler(int thread, int policy, int[] priority) throws LastErrorException;

        int sched_setaffinity(int thread, NativeLong size, byte[] cpus) throws LastErrorException;

        int sched_getaffinity(int thread, NativeLong size, byte[] cpus) throws LastErrorException;

        int mlockall(int flags) throws LastErrorException;

        int prctl(int option, NativeLong value, NativeLong third, NativeLong fourth, NativeLong fifth)
                throws LastErrorException;
    }

    private LinuxThreads() {}

    /** @throws UnsupportedOperationException on other systems */
    static LinuxThreads here() {
        if (!Platform.isLinux()) {
            throw new UnsupportedOperationException("real-time levels need Linux, and this is "
                    + System.getProperty("os.name") + "; leave out --realtime");
        }
        return new LinuxThreads();
    }

    /** Gives the calling thread a real-time priority: nothing of lower priority runs on its core while it has work. */
    void prioritize(int priority) {
        c.sched_setscheduler(0, SCHED_FIFO, new int[] {priority});
    }

    /** Wakes the calling thread at its moment, not 50 microseconds later. */
    void wakeOnTime() {
        NativeLong none = new NativeLong(0);
        c.prctl(PR_SET_TIMERSLACK, new NativeLong(1), none, none, none);
    }

    /** Keeps the memory of the process from being paged out. */
    void lockMemory() {
        c.mlockall(LOCK_WHAT_IS_USED);
    }

    /** The cores that the calling thread may use. */
    BitSet cpus() {
        byte[] mask = new byte[MAX_CPUS / Byte.SIZE];
        c.sched_getaffinity(0, new NativeLong(mask.length), mask);
        return BitSet.valueOf(mask);
    }

    /** Keeps the calling thread on these cores; threads that it starts inherit them. */
    void pin(BitSet cpus) {
        pin(0, cpus);
    }

    /** Keeps each thread that there is now on these cores. */
    void pinAll(BitSet cpus) throws IOException {
        List<String> threads;
        try (Stream<Path> all = Files.list(THREADS)) {
            threads = all.map(thread -> String.valueOf(thread.getFileName())).toList();
        }
        for (String thread : threads) {
            try {
                pin(Integer.parseInt(thread), cpus);
            } catch (LastErrorException e) {
                // A thread that has ended since needs no core.
                if (Files.exists(THREADS.resolve(thread))) {
                    throw e;
                }
            }
        }
    }

    private void pin(int thread, BitSet cpus) {
        byte[] mask = new byte[MAX_CPUS / Byte.SIZE];
        byte[] set = cpus.toByteArray();
        System.arraycopy(set, 0, mask, 0, set.length);
        c.sched_setaffinity(thread, new NativeLong(mask.length), mask);
    }
}
