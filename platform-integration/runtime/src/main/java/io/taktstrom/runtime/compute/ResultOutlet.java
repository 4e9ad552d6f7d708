package io.taktstrom.runtime.compute;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.expression.CelTypes;
import io.taktstrom.expression.Result;
import io.taktstrom.model.DataType;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/**
 * A receiver of the results of some nodes. Results are added under the lock of {@link RunningComputed}, and sent without it: a
 * receiver that is slow holds up only those whose samples have made results for it. So what waits here is what the sources' threads
 * have just made, a batch or two for each.
 */
final class ResultOutlet {

    private static final int SAMPLES = 256;

    /** What is to be sent, and where. */
    private record Filled(AccountedSink to, SampleBatch batch) {}

    private AccountedSink inlet;
    private List<ComputedNode> taken = List.of();
    /** Of each node in the group; negative for one that is not taken. */
    private int[] places = {};

    private @Nullable FixedGroup group;
    private List<Filled> filled = new ArrayList<>();
    private @Nullable SampleBatch spare;
    private long sequence;

    ResultOutlet(AccountedSink inlet) {
        this.inlet = inlet;
    }

    AccountedSink inlet() {
        return inlet;
    }

    /**
     * From now on it takes these. Under the lock.
     *
     * @param wanted whose places are known
     * @param all how many nodes there are
     */
    void use(AccountedSink to, List<ComputedNode> wanted, int all) {
        if (!wanted.equals(taken) || to != inlet) {
            group = null;
        }
        inlet = to;
        taken = List.copyOf(wanted);
        places = new int[all];
        Arrays.fill(places, -1);
        for (int i = 0; i < taken.size(); i++) {
            places[taken.get(i).place()] = i;
        }
    }

    /** Under the lock. */
    boolean takes(ComputedNode node) {
        return places[node.place()] >= 0;
    }

    /** Adds the last result of a node that it takes. Under the lock. */
    void add(ComputedNode node, Result result, long receivedAt) {
        int point = places[node.place()];
        FixedGroup now = groupNow(point, node.type());
        byte[] text = result.text();
        int bytes = text == null ? 0 : text.length;
        SampleBatch last =
                filled.isEmpty() ? null : filled.get(filled.size() - 1).batch();
        if (last == null || last.group() != now || last.receivedAt() != receivedAt || !last.hasRoom(bytes)) {
            last = spare == null ? new SampleBatch(SAMPLES, 2 * CelTypes.MAX_TEXT_BYTES) : spare;
            spare = null;
            last.reset(now, receivedAt, sequence);
            filled.add(new Filled(inlet, last));
        }
        if (StatusCode.isBad(node.status())) {
            last.addBad(point, node.time(), node.status());
        } else if (text != null) {
            last.addBytes(point, node.time(), node.status(), ByteBuffer.wrap(text), 0, bytes);
        } else {
            last.add(point, node.time(), node.status(), result.bits());
        }
        sequence++;
    }

    private FixedGroup groupNow(int point, DataType type) {
        FixedGroup known = group;
        if (known == null || !known.typeAt(point).equals(type)) {
            known = new FixedGroup(
                    taken.stream().map(node -> node.config().point()).toList(),
                    taken.stream().map(ComputedNode::type).toList(),
                    Collections.nCopies(taken.size(), StatusCode.GOOD));
            group = known;
        }
        return known;
    }

    /**
     * Sends what was added, in its order.
     *
     * @param lock under which it is added
     */
    synchronized void send(Object lock) {
        List<Filled> sent;
        synchronized (lock) {
            sent = filled;
            filled = new ArrayList<>();
        }
        sent.forEach(each -> each.to().onSamples(each.batch()));
        synchronized (lock) {
            spare = sent.isEmpty() ? spare : sent.get(0).batch();
        }
    }
}
