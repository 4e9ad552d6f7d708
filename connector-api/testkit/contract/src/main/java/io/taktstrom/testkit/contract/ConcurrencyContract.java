package io.taktstrom.testkit.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** One connection, many threads: no answer reaches the wrong one. */
interface ConcurrencyContract extends ContractTest {

    int THREADS = 4;
    int ROUNDS = 100;

    @Test
    default void threadsThatReadDifferentGroupsNeverGetEachOthersValues() throws Exception {
        Connection connection = bench().connect();
        List<Callable<Integer>> readers = new ArrayList<>();
        for (List<Variable> share : shares()) {
            for (Variable variable : share) {
                bench().device().set(variable.address(), variable.values().get(1));
            }
            PointGroup group =
                    connection.resolve(share.stream().map(bench()::point).toList());
            readers.add(() -> {
                SampleBatch batch = group.newBatch();
                for (int round = 0; round < ROUNDS; round++) {
                    connection.read(group, batch);
                    assertThat(batch.size()).isEqualTo(share.size());
                    for (int i = 0; i < batch.size(); i++) {
                        Bench.assertGood(batch.statusAt(i), share.get(i).address());
                        assertThat(Values.get(batch, i))
                                .as(share.get(i).address())
                                .isEqualTo(share.get(i).values().get(1));
                    }
                }
                return ROUNDS;
            });
        }
        assertThat(ContractThreads.start(readers).results(bench().bound())).containsOnly(ROUNDS);
    }

    @Test
    default void threadsThatWriteAndReadTheirOwnPointsAreNotDisturbed() throws Exception {
        Bench.assume(bench().can(Capability.WRITE), "the connector cannot write");
        Connection connection = bench().connect();
        List<Callable<Integer>> writers = new ArrayList<>();
        for (List<Variable> share : shares()) {
            Variable variable = share.get(0);
            PointGroup group = bench().resolve(connection, variable);
            writers.add(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Object value =
                            variable.values().get(round % variable.values().size());
                    SampleBatch batch = group.newBatch();
                    Values.put(batch, 0, value);
                    Bench.assertGood(Bench.write(connection, group, batch)[0], "write " + variable.address());
                    assertThat(Bench.read(connection, group))
                            .as(variable.address())
                            .isEqualTo(value);
                }
                return ROUNDS;
            });
        }
        assertThat(ContractThreads.start(writers).results(bench().bound())).containsOnly(ROUNDS);
    }

    @Test
    default void resolvingAndSubscribingBesideReadsDisturbsNothing() throws Exception {
        Connection connection = bench().connect();
        Variable counter = bench().counterAt(1L);
        PointGroup all = bench().resolveAll(connection);
        List<Callable<Integer>> works = new ArrayList<>();
        works.add(() -> {
            SampleBatch batch = all.newBatch();
            for (int round = 0; round < ROUNDS; round++) {
                connection.read(all, batch);
                assertThat(batch.size()).isEqualTo(all.size());
            }
            return ROUNDS;
        });
        for (int i = 1; i < THREADS; i++) {
            works.add(() -> {
                for (int round = 0; round < ROUNDS / 4; round++) {
                    try (PointGroup group = bench().resolve(connection, counter)) {
                        if (bench().can(Capability.SUBSCRIBE)) {
                            RecordingSink sink = bench().sink();
                            try (Subscription subscription = connection.subscribe(group, Bench.FASTEST, sink)) {
                                Bench.assertGood(subscription.statusAt(0), "subscribe");
                                sink.awaitValue(counter.address(), 1L);
                            }
                        }
                        assertThat(Bench.read(connection, group)).isEqualTo(1L);
                    }
                }
                return ROUNDS;
            });
        }
        assertThat(ContractThreads.start(works).results(bench().bound())).containsOnly(ROUNDS);
    }

    private List<List<Variable>> shares() {
        List<Variable> variables = bench().device().variables();
        List<List<Variable>> shares = new ArrayList<>();
        for (int i = 0; i < Math.min(THREADS, variables.size()); i++) {
            List<Variable> share = new ArrayList<>();
            for (int j = i; j < variables.size(); j += THREADS) {
                share.add(variables.get(j));
            }
            shares.add(share);
        }
        return shares;
    }
}
