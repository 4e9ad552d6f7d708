package io.taktstrom.kit.tcp;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class SendLockTest {

    private final SendLock lock = new SendLock();
    private int counter;

    @Test
    void oneThreadAtATimeIsInsideAndNoneWaitsForEver() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 50_000; i++) {
                    lock.lock();
                    counter++;
                    lock.unlock();
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counter).isEqualTo(200_000);
    }

    @Test
    void anInterruptedThreadWaitsAndKeepsItsFlag() throws InterruptedException {
        boolean[] interrupted = {false};
        lock.lock();
        Thread waiter = new Thread(() -> {
            lock.lock();
            interrupted[0] = Thread.currentThread().isInterrupted();
            lock.unlock();
        });
        waiter.start();
        waiter.interrupt();
        waiter.join(50);
        assertThat(waiter.isAlive()).isTrue();
        lock.unlock();
        waiter.join();
        assertThat(interrupted[0]).isTrue();
    }
}
