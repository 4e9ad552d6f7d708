package io.taktstrom.kit;

/**
 * Failures after which a thread must not go on as if nothing had happened: the heap is exhausted, or the virtual machine
 * is broken. They end the thread, and so reach the default {@link Thread.UncaughtExceptionHandler}, which a program sets
 * to end with its books. A stack that overflowed is none of them: when it is unwound, all is well again.
 */
public final class Fatal {

    private Fatal() {}

    public static boolean is(Throwable failure) {
        return failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError);
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
