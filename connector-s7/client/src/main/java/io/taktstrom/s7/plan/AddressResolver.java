package io.taktstrom.s7.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.address.S7Area;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.value.S7String;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** Looks up points: reads addresses, plans, and reads each point once, which is the only way to learn whether it is there. */
public final class AddressResolver {

    private record Problem(S7Area area, int db, int code) {}

    private final Carrier cpu;
    private final PduLimits limits;
    private final Consumer<String> notices;

    public AddressResolver(Carrier cpu, PduLimits limits, Consumer<String> notices) {
        this.cpu = cpu;
        this.limits = limits;
        this.notices = notices;
    }

    /** Settles type and status of each point; what cannot be read has a status that says why, and a notice. */
    public ResolvedAddress resolve(SettledPoints points, Deadline deadline) throws ConnectorException {
        @Nullable S7Address[] addresses = new S7Address[points.size()];
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = parse(points, i);
        }
        ReadWork work = new ReadWork(S7ReadPlan.of(Arrays.asList(addresses), limits));
        S7ReadPlan plan = probe(work);
        while (work.hidesValues()) {
            deadline.check("resolve " + Counted.of(points.size(), "point") + " at " + cpu);
            work = new ReadWork(plan);
            plan = probe(work);
        }
        int[] rooms = new int[addresses.length];
        // One notice for all points of a block that have the same problem: mostly it is the block's.
        Map<Problem, List<String>> problems = new LinkedHashMap<>();
        for (int i = 0; i < addresses.length; i++) {
            S7Address address = addresses[i];
            if (address != null) {
                points.set(i, points.typeAt(i), S7Status.of(work.codeAt(i)));
                if (work.codeAt(i) != ReturnCode.OK) {
                    problems.computeIfAbsent(
                                    new Problem(address.area(), address.dbNumber(), work.codeAt(i)),
                                    unused -> new ArrayList<>())
                            .add(points.addressAt(i));
                }
                rooms[i] = room(points.addressAt(i), address, work.stringRoom(i));
            }
        }
        problems.forEach((problem, of) -> notices.accept("read " + of.get(0) + " at " + cpu + ": "
                + ReturnCode.describe(problem.code())
                + (of.size() > 1 ? " (the same with " + (of.size() - 1) + " more points there)" : "")));
        return new ResolvedAddress(addresses, rooms, plan);
    }

    private static @Nullable S7Address parse(SettledPoints points, int i) {
        try {
            S7Address address =
                    S7Address.parse(points.addressAt(i), points.points().get(i).type());
            points.assignType(i, address.type().dataType());
            return points.isGood(i) ? address : null;
        } catch (IllegalArgumentException e) {
            boolean typeIsWrong = isAddress(points.addressAt(i));
            points.refuse(
                    i,
                    typeIsWrong ? StatusCode.BAD_TYPE_MISMATCH : StatusCode.BAD_NODE_ID_INVALID,
                    "cannot be used: " + e.getMessage());
            return null;
        }
    }

    /** Whether it is one by itself, whatever its data point states. */
    private static boolean isAddress(String text) {
        try {
            var unused = S7Address.parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private S7ReadPlan probe(ReadWork work) throws ConnectorException {
        cpu.run(work);
        if (work.error() != S7ErrorCode.NONE) {
            throw S7Status.refused("read at " + cpu, work.error());
        }
        return work.better();
    }

    private int room(String point, S7Address address, int actual) {
        if (actual == 0 || !(address.type() instanceof S7String string) || actual >= string.length()) {
            return 0;
        }
        notices.accept(point + " at " + cpu + ": the CPU has room for " + actual + " characters, not for "
                + string.length() + "; longer texts are not written");
        return actual;
    }
}
