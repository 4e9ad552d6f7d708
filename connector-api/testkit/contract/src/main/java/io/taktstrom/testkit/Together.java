package io.taktstrom.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Several pieces of work that start at the same moment, on a thread each. */
final class Together {

    private final List<FutureTask<?>> tasks = new ArrayList<>();

    private Together() {}

    static Together start(List<? extends Callable<?>> works) {
        Together together = new Together();
        CountDownLatch start = new CountDownLatch(1);
        for (Callable<?> work : works) {
            FutureTask<?> task = new FutureTask<>(() -> {
                start.await();
                return work.call();
            });
            together.tasks.add(task);
            Thread thread = new Thread(task, "contract-" + together.tasks.size());
            thread.setDaemon(true);
            thread.start();
        }
        start.countDown();
        return together;
    }

    /** What they returned; the first failure is thrown. */
    List<Object> results(Duration bound) throws Exception {
        List<Object> results = new ArrayList<>();
        for (FutureTask<?> task : tasks) {
            results.add(task.get(bound.toMillis(), TimeUnit.MILLISECONDS));
        }
        return results;
    }
}
