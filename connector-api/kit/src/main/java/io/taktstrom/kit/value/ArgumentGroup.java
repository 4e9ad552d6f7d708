package io.taktstrom.kit.value;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.spi.InvalidRequestException;

/**
 * Arguments of a method as points, so that their values are samples like all others.
 *
 * @param arenaBytes the most that the values take together
 */
public record ArgumentGroup(List<DataPoint> points, List<DataType> types, int arenaBytes) implements PointGroup {

    @Override
    public DataType typeAt(int point) {
        return types.get(point);
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public SampleBatch newBatch() {
        SampleBatch batch = new SampleBatch(Math.max(1, size()), arenaBytes);
        batch.reset(this, SampleBatch.NO_TIME, 0);
        return batch;
    }

    /** As people write it: {@code speed: DINT, mode: STRING(255)}. */
    public String text() {
        return IntStream.range(0, size())
                .mapToObj(i -> points.get(i).name() + ": " + types.get(i).text())
                .collect(Collectors.joining(", "));
    }

    /**
     * Refuses a batch that does not have one sample for each argument, in their order.
     *
     * @param method its signature and its device, for messages
     */
    public void requireAll(SampleBatch inputs, String method) throws InvalidRequestException {
        boolean inOrder = IntStream.range(0, inputs.size()).allMatch(i -> inputs.pointAt(i) == i);
        if (inputs.group() != this || inputs.size() != size() || !inOrder) {
            throw new InvalidRequestException(method + " takes " + Counted.of(size(), "argument") + ", got "
                    + inputs.size() + "; put one sample for each into a batch of its inputs, in their order");
        }
    }

    /** Nothing is held for it. */
    @Override
    public void close() {}
}
