package io.taktstrom.modbus;

import java.util.List;

import io.taktstrom.kit.plan.PlannedReads;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import org.jspecify.annotations.Nullable;

/** Points, where they are, and how they are read. */
final class ModbusGroup extends ResolvedGroup {

    /** Null for a point that cannot be used. */
    final List<@Nullable Span> spans;

    final PlannedReads reads;

    ModbusGroup(ModbusSession session, SettledPoints settled, List<@Nullable Span> spans, PlannedReads reads) {
        super(session, settled);
        this.spans = spans;
        this.reads = reads;
    }
}
