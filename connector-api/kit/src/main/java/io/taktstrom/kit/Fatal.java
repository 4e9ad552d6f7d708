package io.taktstrom.kit;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * FailureBackOff after which a thread must not continue as if nothing had happened: the heap is exhausted, or the virtual machine
 * is broken. They end the thread, and so reach the default {@link Thread.UncaughtExceptionHandler}, which a program sets
 * to print its accounts and end. Two errors of the virtual machine are not fatal: a stack overflow, which is over when the stack is
 * unwound, and an allocation that fails though the heap has room. The second is how a library fails that allocates
 * whatever length a peer states; it concerns the part that called the library.
 */
public final class Fatal {

    /** How the messages begin of errors about one allocation: HotSpot's, and those of the JDK's growing and direct buffers. */
    private static final String[] ABOUT_ONE_ALLOCATION = {
        "Java heap space",
        "Requested array size exceeds VM limit",
        "Required length exceeds implementation limit",
        "Cannot reserve"
    };

    private static final long MAX_ROOM_BYTES = 16 << 20;
    /** With less of the heap than this part to spare, it is exhausted. */
    private static final int PART_OF_HEAP = 16;

    private Fatal() {}

    public static boolean is(Throwable failure) {
        return failure instanceof VirtualMachineError
                && !(failure instanceof StackOverflowError)
                && !(failure instanceof OutOfMemoryError && isAboutOneAllocation(failure.getMessage()) && hasRoom());
    }

    /** Allocates nothing: there may be no memory for it. */
    private static boolean isAboutOneAllocation(@Nullable String message) {
        for (String beginning : ABOUT_ONE_ALLOCATION) {
            if (message != null && message.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Tries it: what the runtime says of free memory counts garbage as used. */
    private static boolean hasRoom() {
        try {
            byte[] room =
                    new byte[(int) Math.min(MAX_ROOM_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP)];
            // Written and read, so that no compiler leaves it out.
            Arrays.fill(room, (byte) 1);
            return room[room.length / 2] == 1;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    /** For every place that catches more than it expects: throws what is fatal, returns otherwise. */
    public static void rethrow(Throwable failure) {
        if (is(failure)) {
            throw (VirtualMachineError) failure;
        }
    }

    /**
     * For code that an executor, a future or an event loop runs, which would keep what it throws to itself: hands what is
     * fatal to the uncaught exception handler of this thread, as if it had ended; returns otherwise.
     */
    public static void report(Throwable failure) {
        if (is(failure)) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
        }
    }
}
