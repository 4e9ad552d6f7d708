package io.taktstrom.runtime;

import java.util.List;

/** Does things at the same time and waits until all are done: closing one after the other takes too long. */
final class Together {

    private Together() {}

    static void run(List<Runnable> works) {
        List<Thread> threads = works.stream()
                .map(work -> {
                    Thread thread = new Thread(work, "taktstrom-close");
                    thread.setDaemon(true);
                    thread.start();
                    return thread;
                })
                .toList();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
