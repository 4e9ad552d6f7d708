package io.taktstrom.benchmarks.meters;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.FixedGroup;

/** A connector without a device: the benchmark pushes batches to its subscribers. */
final class PushedProvider implements ConnectorProvider {

    private final CompletableFuture<SampleSink> subscribed = new CompletableFuture<>();

    /** Where batches go, once somebody has subscribed. */
    SampleSink sink() {
        return subscribed.join();
    }

    @Override
    public ConnectorDescriptor descriptor() {
        return ConnectorDescriptor.of("pushed", "Pushed", "For measuring.")
                .port(1)
                .capabilities(Set.of(Capability.SUBSCRIBE))
                .addresses("any", ".*", "a")
                .build();
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) {
        return new Pushing();
    }

    private final class Pushing implements Connection {

        private final CompletableFuture<Void> closed = new CompletableFuture<>();

        @Override
        public PointGroup resolve(List<DataPoint> points) {
            return FixedGroup.good(points, ScalarType.LREAL);
        }

        @Override
        public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink) {
            subscribed.complete(sink);
            return new Subscription() {
                @Override
                public PointGroup group() {
                    return group;
                }

                @Override
                public SubscriptionSettings revised() {
                    return wanted;
                }

                @Override
                public int statusAt(int point) {
                    return StatusCode.GOOD;
                }

                @Override
                public void close() {
                    // The benchmark has ended.
                }
            };
        }

        @Override
        public void read(PointGroup group, SampleBatch into) {
            throw new UnsupportedOperationException("it pushes");
        }

        @Override
        public void write(PointGroup group, SampleBatch values, int[] statusOut) {
            throw new UnsupportedOperationException("it pushes");
        }

        @Override
        public DeviceInfo device() {
            return new DeviceInfo("none", "", "", Map.of());
        }

        @Override
        public CompletionStage<Void> closed() {
            return closed;
        }

        @Override
        public void close() {
            closed.complete(null);
        }
    }
}
