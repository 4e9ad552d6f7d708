package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

import io.taktstrom.data.SampleBatch;

/** What a ring hands out, as values. */
final class Taken {

    record Sample(int point, long value, int status) {}

    private Taken() {}

    /** Takes once, at most so many; without acknowledgement. */
    static List<Sample> from(SampleRing ring, int max) throws InterruptedException {
        return take(ring, max, (batch, i) -> new Sample(batch.pointAt(i), batch.longAt(i), batch.statusAt(i)));
    }

    static List<String> textsFrom(SampleRing ring, int max) throws InterruptedException {
        return take(ring, max, SampleBatch::textAt);
    }

    private static <T> List<T> take(SampleRing ring, int max, BiFunction<SampleBatch, Integer, T> form)
            throws InterruptedException {
        SampleQueue staged = new SampleQueue(max, 1024);
        ring.take(staged);
        SampleBatch batch = new SampleBatch(max, 1024);
        List<T> taken = new ArrayList<>();
        for (long position = staged.head(); position < staged.tail(); ) {
            position = staged.copyRun(position, batch);
            for (int i = 0; i < batch.size(); i++) {
                taken.add(form.apply(batch, i));
            }
        }
        return taken;
    }
}
