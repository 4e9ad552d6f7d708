package io.taktstrom.example.register;

import java.util.List;

import io.taktstrom.kit.plan.PlannedReads;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.WriteTemplate;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import org.jspecify.annotations.Nullable;

/** Points, how they are read, and the requests that write them. */
final class RegisterGroup extends ResolvedGroup {

    private final PlannedReads reads;
    private final WriteTemplate writes;

    RegisterGroup(RegisterSession session, SettledPoints settled, List<@Nullable Span> spans, PlannedReads reads) {
        super(session, settled);
        this.reads = reads;
        writes = new WriteTemplate(size(), RegisterRequest.MAX_BYTES, (point, out) -> {
            Span span = spans.get(point);
            return span == null ? 0 : RegisterRequest.putWrite(out, span);
        });
    }

    PlannedReads reads() {
        return reads;
    }

    WriteTemplate writes() {
        return writes;
    }
}
