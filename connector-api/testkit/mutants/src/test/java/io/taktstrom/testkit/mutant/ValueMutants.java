package io.taktstrom.testkit.mutant;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;

import static io.taktstrom.testkit.mutant.Wrapped.copy;
import static io.taktstrom.testkit.mutant.Wrapped.keep;
import static io.taktstrom.testkit.mutant.Wrapped.reading;
import static io.taktstrom.testkit.mutant.Wrapped.refill;
import static io.taktstrom.testkit.mutant.Wrapped.resolving;
import static io.taktstrom.testkit.mutant.Wrapped.writing;

/** Connectors that find, read or write wrongly. */
final class ValueMutants {

    private ValueMutants() {}

    static List<Mutant> find() {
        return List.of(
                Mutant.of(
                                "passes over a declared type",
                                resolving((right, points) -> right.resolve(points.stream()
                                        .map(point -> new DataPoint(
                                                point.name(), point.address(), null, point.writable(), "", Map.of()))
                                        .toList())),
                                "aDeclaredTypeThatIsWrongIsBad")
                        // A device that can be browsed knows the types of its variables.
                        .needing(Capability.BROWSE),
                Mutant.of(
                        "resolves nothing at all",
                        resolving((right, points) ->
                                right.resolve(points.isEmpty() ? List.of(DataPoint.of("nothing")) : points)),
                        "noPointsAtAllIsAnInvalidRequest",
                        "theObserverHearsOfEachCallThatIsRefused"),
                Mutant.of(
                        "fails the group for one bad point",
                        resolving((right, points) -> {
                            PointGroup group = right.resolve(points);
                            for (int i = 0; i < group.size(); i++) {
                                if (StatusCode.isBad(group.statusAt(i))) {
                                    throw new DeviceErrorException("no " + points.get(i), group.statusAt(i), 0);
                                }
                            }
                            return group;
                        }),
                        "oneBadPointAmongAThousandCostsOneBadStatus",
                        "anUnknownPointHasABadStatusAndASampleThatSaysSo"),
                Mutant.of(
                        "gives one group to all who ask for the same points",
                        connection -> new Wrapped(connection) {
                            private final Map<List<DataPoint>, PointGroup> groups = new ConcurrentHashMap<>();

                            @Override
                            public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
                                PointGroup group = groups.get(points);
                                if (group == null) {
                                    group = right.resolve(points);
                                    groups.put(points, group);
                                }
                                return group;
                            }
                        },
                        "groupsOfTheSamePointsAreIndependent"),
                Mutant.of(
                                "finds what the filter does not want",
                                connection -> new Wrapped(connection) {
                                    @Override
                                    public BrowseCursor browse(BrowseFilter filter) throws ConnectorException {
                                        return right.browse(BrowseFilter.ALL);
                                    }
                                },
                                "aPatternFindsWhatItMatchesAndNothingElse")
                        .needing(Capability.BROWSE),
                validating("refuses good addresses", Optional.of("no such address")),
                validating("passes wrong addresses", Optional.empty()));
    }

    private static Mutant validating(String fault, Optional<String> verdict) {
        return new Mutant(
                fault,
                right -> new Mutant.Provider(right, ConnectorProvider::connect) {
                    @Override
                    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
                        return verdict;
                    }
                },
                Set.of(),
                Set.of(),
                List.of("whatTheProviderRefusesIsBadAndWhatIsThereItPasses"));
    }

    static List<Mutant> read() {
        return List.of(
                Mutant.of(
                        "passes an old value off as the present one",
                        connection -> new Wrapped(connection) {
                            private final Map<PointGroup, SampleBatch> old = new ConcurrentHashMap<>();

                            @Override
                            public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                                right.read(group, into);
                                SampleBatch before = old.get(group);
                                if (before != null) {
                                    refill(
                                            into,
                                            into.receivedAt(),
                                            (to, from, i) ->
                                                    keep(to, StatusCode.isBad(from.statusAt(i)) ? before : from, i));
                                }
                                old.put(group, copy(into));
                            }
                        },
                        "aVariableThatBeginsToFailIsBadUntilItIsWellAgain"),
                Mutant.of(
                        "does not say when samples came",
                        reading((right, group, into) -> {
                            right.read(group, into);
                            refill(into, SampleBatch.NO_TIME, Wrapped::keep);
                        }),
                        "aReadSaysWhenItsSamplesCame"),
                Mutant.of(
                        "mixes up points",
                        reading((right, group, into) -> {
                            right.read(group, into);
                            refill(into, into.receivedAt(), (to, from, i) -> keep(to, from, from.size() - 1 - i));
                        }),
                        "aReadOfManyPointsKeepsTheirOrder",
                        "oneBadPointAmongAThousandCostsOneBadStatus"),
                Mutant.of(
                        "has wrong bits beyond the first",
                        reading((right, group, into) -> {
                            right.read(group, into);
                            for (int i = 0; i < into.size(); i++) {
                                if (group.typeAt(into.pointAt(i)) instanceof ArrayType array
                                        && array.element() == ScalarType.BOOL) {
                                    int at = into.arenaOffsetAt(i);
                                    for (int bit = 1; bit < into.lengthAt(i); bit++) {
                                        into.arena().put(at + bit, into.arena().get(at));
                                    }
                                }
                            }
                        }),
                        "aReadGivesWhatTheDeviceHas"),
                Mutant.of(
                        "says Good of what is not there",
                        reading((right, group, into) -> {
                            right.read(group, into);
                            for (int i = 0; i < into.size(); i++) {
                                into.setStatusAt(i, StatusCode.GOOD);
                            }
                        }),
                        "anUnknownPointHasABadStatusAndASampleThatSaysSo",
                        "oneBadPointAmongAThousandCostsOneBadStatus",
                        "aVariableThatBeginsToFailIsBadUntilItIsWellAgain"),
                Mutant.of(
                        "reads into a batch that is too small",
                        reading((right, group, into) -> {
                            if (into.capacity() >= group.size()) {
                                right.read(group, into);
                            }
                        }),
                        "aBatchWithTooLittleRoomIsRefused"),
                groups("takes a closed group", true, "aClosedGroupIsRefused"),
                groups("takes another connection's group", false, "aGroupOfAnotherConnectionIsRefused"),
                Mutant.of(
                        "allocates in each read",
                        connection -> new Wrapped(connection) {
                            private volatile byte[] garbage = {};

                            @Override
                            public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                                garbage = new byte[64 + garbage.length % 2];
                                right.read(group, into);
                            }
                        },
                        "aReadAllocatesNothing"));
    }

    private static Mutant groups(String fault, boolean own, String caughtBy) {
        return Mutant.of(
                fault,
                connection -> new Wrapped(connection) {
                    private final Set<PointGroup> mine = ConcurrentHashMap.newKeySet();

                    @Override
                    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
                        PointGroup group = right.resolve(points);
                        mine.add(group);
                        return group;
                    }

                    @Override
                    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
                        try {
                            right.read(group, into);
                        } catch (InvalidRequestException e) {
                            if (mine.contains(group) != own || into.capacity() < group.size()) {
                                throw e;
                            }
                        }
                    }
                },
                caughtBy);
    }

    static List<Mutant> write() {
        return List.of(
                Mutant.of(
                        "writes what is not writable",
                        resolving((right, points) -> right.resolve(
                                points.stream().map(DataPoint::withWritable).toList())),
                        "aPointThatIsNotWritableIsNotSentAndTheOthersAre"),
                Mutant.of(
                        "wraps values that do not fit",
                        writing((right, group, values, statusOut) -> {
                            SampleBatch wrapped = copy(values);
                            refill(wrapped, values.receivedAt(), ValueMutants::wrap);
                            right.write(group, wrapped, statusOut);
                        }),
                        "aValueThatDoesNotFitIsRefused"),
                Mutant.of(
                        "takes a statusOut that is too short",
                        writing((right, group, values, statusOut) -> {
                            int[] all = new int[values.size()];
                            right.write(group, values, all);
                            System.arraycopy(all, 0, statusOut, 0, Math.min(all.length, statusOut.length));
                        }),
                        "aWriteOfAnotherGroupsBatchOrWithTooFewStatusesIsRefused"),
                Mutant.of(
                        "writes samples of another group",
                        writing((right, group, values, statusOut) -> {
                            SampleBatch own = copy(values);
                            own.reset(group, values.receivedAt(), values.sequence());
                            for (int i = 0; i < values.size(); i++) {
                                own.addFrom(values, i, group.typeAt(values.pointAt(i)));
                            }
                            right.write(group, own, statusOut);
                        }),
                        "aWriteOfAnotherGroupsBatchOrWithTooFewStatusesIsRefused"),
                Mutant.of(
                        "says Good of a write that the device refused",
                        writing((right, group, values, statusOut) -> {
                            right.write(group, values, statusOut);
                            Arrays.fill(statusOut, StatusCode.GOOD);
                        }),
                        "aVariableThatTheDeviceProtectsGetsABadStatusAndTheNextOneIsWritten",
                        "anUnknownPointGetsABadStatusAndTheNextOneIsWritten"),
                Mutant.of(
                        "does not write the value that it wrote last",
                        connection -> new Wrapped(connection) {
                            private final Map<PointGroup, List<Object>> written = new ConcurrentHashMap<>();

                            @Override
                            public void write(PointGroup group, SampleBatch values, int[] statusOut)
                                    throws ConnectorException {
                                List<Object> now = new ArrayList<>();
                                for (int i = 0; i < values.size(); i++) {
                                    now.add(values.pointAt(i) + "=" + Values.get(values, i));
                                }
                                if (!now.equals(written.put(group, now))) {
                                    right.write(group, values, statusOut);
                                }
                            }
                        },
                        "aValueThatWasWrittenBeforeIsWrittenAgain",
                        "aWriteReachesTheDeviceOnce"),
                Mutant.of(
                        "writes twice",
                        writing((right, group, values, statusOut) -> {
                            right.write(group, values, statusOut);
                            right.write(group, values, statusOut);
                        }),
                        "aWriteReachesTheDeviceOnce"),
                Mutant.of(
                        "writes in the wrong order",
                        writing((right, group, values, statusOut) -> {
                            SampleBatch back = copy(values);
                            refill(back, values.receivedAt(), (to, from, i) -> keep(to, from, from.size() - 1 - i));
                            right.write(group, back, statusOut);
                        }),
                        "samplesAreWrittenInTheirOrderTheLastOneStays"));
    }

    private static void wrap(SampleBatch to, SampleBatch from, int i) {
        DataType type = from.group().typeAt(from.pointAt(i));
        if (type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.SIGNED) {
            int shift = Long.SIZE - 8 * scalar.imageBytes();
            to.add(from.pointAt(i), from.sourceTimeAt(i), from.statusAt(i), from.longAt(i) << shift >> shift);
        } else {
            keep(to, from, i);
        }
    }
}
