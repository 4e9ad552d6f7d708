package io.taktstrom.kit.session;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Working memory for calls that may overlap: buffers, requests, whatever a read or a write needs to allocate nothing. Each
 * call takes one and gives it back; as many are kept as calls are usual at once, beyond that a call makes its own.
 *
 * <pre>
 *   W work = works.take();
 *   try { ... } finally { works.giveBack(work); }
 * </pre>
 *
 * <p>Thread-safe, without locks; allocates nothing once warm. Hot.
 */
public final class ObjectPool<W> {

    private static final int KEPT = 8;

    private final Supplier<W> maker;
    private final AtomicReferenceArray<W> kept = new AtomicReferenceArray<>(KEPT);

    /** @param maker makes one more; called by any thread */
    public ObjectPool(Supplier<W> maker) {
        this.maker = maker;
    }

    /** One for this caller alone, in the state in which it was given back. */
    public W take() {
        for (int i = 0; i < KEPT; i++) {
            if (kept.get(i) != null) {
                W work = kept.getAndSet(i, null);
                if (work != null) {
                    return work;
                }
            }
        }
        return maker.get();
    }

    /** Makes it available to others. What another thread may still use, as after a failure, must not be given back. */
    public void giveBack(W work) {
        for (int i = 0; i < KEPT; i++) {
            if (kept.get(i) == null && kept.compareAndSet(i, null, work)) {
                return;
            }
        }
    }
}
