package io.taktstrom.kit;

import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.testkit.peer.Interleavings;
import org.junit.jupiter.api.Test;

/** The budget of memory and the pool of objects, in many orders of what threads do. */
class KitInterleavingsSuite {

    @Test
    void aBudgetNeverGivesMoreThanItHasAndGetsAllBack() {
        Interleavings.of(() -> {
            MemoryBudget whole = new MemoryBudget(10);
            MemoryBudget part = whole.part();
            AtomicBoolean partHas = new AtomicBoolean();
            Interleavings.atOnce(
                    () -> partHas.set(part.tryTake(6)),
                    () -> {
                        if (whole.tryTake(6)) {
                            Interleavings.require(whole.held() <= 10, "held " + whole.held());
                            whole.giveBack(6);
                        }
                    },
                    part::close);
            Interleavings.require(!part.tryTake(1), "a part that is closed gives");
            Interleavings.require(whole.held() == 0, "held " + whole.held() + ", the part had " + partHas);
        });
    }

    @Test
    void aPoolGivesNoObjectToTwoThreads() {
        Interleavings.of(() -> {
            ObjectPool<AtomicBoolean> pool = new ObjectPool<>(AtomicBoolean::new);
            Runnable work = () -> {
                AtomicBoolean inUse = pool.take();
                Interleavings.require(inUse.compareAndSet(false, true), "it is another thread's");
                inUse.set(false);
                pool.giveBack(inUse);
            };
            Interleavings.atOnce(work, work, work);
            AtomicBoolean first = pool.take();
            Interleavings.require(first != pool.take(), "one object is there twice");
        });
    }
}
