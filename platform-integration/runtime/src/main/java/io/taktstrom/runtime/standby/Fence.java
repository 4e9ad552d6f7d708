package io.taktstrom.runtime.standby;

/** Keeps an instance whose lease has ended from writing to devices and receivers. Thread-safe; does not block. */
public interface Fence {

    /** Of a single instance, which needs no lease. */
    Fence NONE = new Fence() {
        @Override
        public String refusal() {
            return "";
        }

        @Override
        public long term() {
            return 0;
        }

        @Override
        public long lastOfOthers() {
            return Long.MIN_VALUE;
        }
    };

    /** Why nothing may be written now, for people; empty while it may. */
    String refusal();

    /** Of the lease that is held, or was held last; 0 for none. */
    long term();

    /** When another instance may have taken commands for the last time, epoch nanoseconds; {@link Long#MIN_VALUE} for never. */
    long lastOfOthers();
}
