package io.taktstrom.runtime.standby;

import java.io.IOException;

import io.taktstrom.lease.LeaseRecord;
import io.taktstrom.lease.LeaseStore;
import org.jspecify.annotations.Nullable;

/** A record in memory, seen through a store that can be cut off, before a replacement or before its answer. One thread. */
final class SharedRecord {

    private @Nullable LeaseRecord now;
    private long versions;

    @Nullable
    LeaseRecord now() {
        return now;
    }

    void delete() {
        now = null;
    }

    /** What one instance sees. */
    final class View implements LeaseStore {

        boolean away;
        boolean losesAnswers;

        private void require() throws IOException {
            if (away) {
                throw new IOException("no answer");
            }
        }

        @Override
        public @Nullable LeaseRecord read() throws IOException {
            require();
            return now;
        }

        @Override
        public boolean replace(@Nullable LeaseRecord seen, String holder, long term) throws IOException {
            require();
            boolean fits =
                    seen == null ? now == null : now != null && seen.version().equals(now.version());
            if (fits) {
                now = new LeaseRecord(holder, term, Long.toString(++versions));
            }
            if (losesAnswers) {
                throw new IOException("the answer was lost");
            }
            return fits;
        }

        @Override
        public String toString() {
            return "line";
        }

        @Override
        public void close() {}
    }
}
