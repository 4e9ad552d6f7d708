package io.taktstrom.testkit.contract;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.InvalidRequestException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What can never work is refused as such, and does no harm. */
interface MisuseContract extends ContractTest {

    @Test
    default void aClosedGroupIsRefused() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        SampleBatch batch = group.newBatch();
        group.close();
        group.close();
        refusesGroup(connection, group, batch);
    }

    @Test
    default void aGroupOfAnotherConnectionIsRefused() throws Exception {
        PointGroup foreign = bench().resolve(bench().connect(), bench().device().counter());
        refusesGroup(bench().connect(), foreign, foreign.newBatch());
    }

    private void refusesGroup(Connection connection, PointGroup group, SampleBatch batch) throws Exception {
        refused(() -> connection.read(group, batch));
        Values.put(batch, 0, 1L);
        refused(() -> connection.write(group, batch, new int[1]));
        refused(() -> connection.subscribe(group, Bench.FASTEST, ignored -> {}));
        assertStillWorks(connection);
    }

    @Test
    default void aBatchWithTooLittleRoomIsRefused() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolveAll(connection);
        int arena = group.newBatch().arenaCapacity();
        refused(() -> connection.read(group, new SampleBatch(group.size() - 1, arena)));
        if (arena > 0) {
            refused(() -> connection.read(group, new SampleBatch(group.size(), arena - 1)));
        }
        assertStillWorks(connection);
    }

    @Test
    default void aWriteOfAnotherGroupsBatchOrWithTooFewStatusesIsRefused() throws Exception {
        Bench.assume(bench().can(Capability.WRITE), "the connector cannot write");
        Connection connection = bench().connect();
        Variable counter = bench().counterAt(5L);
        PointGroup group = bench().resolve(connection, counter);
        PointGroup other = bench().resolve(connection, counter);
        SampleBatch batch = other.newBatch();
        Values.put(batch, 0, 6L);
        refused(() -> connection.write(group, batch, new int[1]));
        refused(() -> connection.write(other, batch, new int[0]));
        assertThat(bench().device().get(counter.address())).isEqualTo(5L);
        assertStillWorks(connection);
    }

    @Test
    default void whatTheConnectorCannotDoIsRefused() throws Exception {
        Connection connection = bench().connect();
        PointGroup group = bench().resolve(connection, bench().device().counter());
        SampleBatch batch = group.newBatch();
        if (!bench().can(Capability.READ)) {
            refused(() -> connection.read(group, batch));
        }
        if (!bench().can(Capability.WRITE)) {
            Values.put(batch, 0, 1L);
            refused(() -> connection.write(group, batch, new int[1]));
        }
        if (!bench().can(Capability.SUBSCRIBE)) {
            refused(() -> connection.subscribe(group, Bench.FASTEST, ignored -> {}));
        }
        if (!bench().can(Capability.BROWSE)) {
            refused(() -> connection.browse(BrowseFilter.ALL));
        }
        assertStillWorks(connection);
    }

    private void assertStillWorks(Connection connection) throws Exception {
        Variable counter = bench().counterAt(11L);
        PointGroup group = connection.resolve(List.of(bench().point(counter)));
        assertThat(Bench.read(connection, group)).isEqualTo(11L);
    }

    private static void refused(ThrowingCallable request) {
        assertThatThrownBy(request).isInstanceOf(InvalidRequestException.class);
    }
}
