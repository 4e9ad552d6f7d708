package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;

import io.taktstrom.data.SampleBatch;

/** What a queue hands out, as values. */
final class Taken {

    private static final BitSet NONE = new BitSet();

    record Sample(int point, long value, int status) {}

    private Taken() {}

    /** Takes once, at most so many, when there are some; without acknowledgement. */
    static List<Sample> from(SampleQueue queue, int max) {
        return take(queue, max, (batch, i) -> new Sample(batch.pointAt(i), batch.longAt(i), batch.statusAt(i)));
    }

    static List<String> textsFrom(SampleQueue queue, int max) {
        return take(queue, max, SampleBatch::textAt);
    }

    private static <T> List<T> take(SampleQueue queue, int max, BiFunction<SampleBatch, Integer, T> form) {
        await(queue, max);
        List<T> taken = new ArrayList<>();
        show(queue.store(), queue.atSink(), queue.store().newView(), batch -> {
            for (int i = 0; i < batch.size(); i++) {
                taken.add(form.apply(batch, i));
            }
        });
        return taken;
    }

    /** Has the samples of a chain shown, in batches of those that were received together. */
    static void show(SampleStore store, SlotChain chain, SampleBatch view, Consumer<SampleBatch> to) {
        int slot = chain.first;
        for (int left = chain.size; left > 0; left -= view.size()) {
            slot = store.after(store.show(view, slot, left));
            to.accept(view);
        }
    }

    /** Takes as the sink's thread does, and waits until there are some; false when there will be none. */
    static boolean await(SampleQueue queue, int max) {
        SampleQueue.Next next = queue.take(max);
        while (next == SampleQueue.Next.NOTHING) {
            LockSupport.parkNanos(10_000);
            next = queue.take(max);
        }
        return next != SampleQueue.Next.END;
    }

    /** The receiver has all that was taken. */
    static void acknowledge(SampleQueue queue) {
        queue.complete(NONE, NONE);
    }
}
