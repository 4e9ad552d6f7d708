package io.taktstrom.opcua.value;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.value.LayoutBuilder.UnsupportedException;

/** What one variable's layout and value take of its connection's memory. Belongs to one thread. */
final class LayoutMemory {

    private final MemoryBudget grant;
    private long held;

    LayoutMemory(MemoryBudget grant) {
        this.grant = grant;
    }

    /** @param what takes them, for the message */
    void take(long bytes, String what) throws UnsupportedException {
        if (!grant.tryTake(bytes)) {
            throw new UnsupportedException(grant.refusal(bytes, what), StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        }
        held += bytes;
    }

    long held() {
        return held;
    }

    /** Gives back what has been taken since it was so much. */
    void giveBackTo(long before) {
        grant.giveBack(held - before);
        held = before;
    }
}
