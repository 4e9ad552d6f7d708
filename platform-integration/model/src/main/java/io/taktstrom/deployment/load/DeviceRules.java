package io.taktstrom.deployment.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/** What can be said of a connection's points without its device. */
record DeviceRules(ConnectorProvider provider, Endpoint endpoint) {

    /** Any ring of samples: a structure with an array. */
    private static final DataType RING = new StructType(
            "ring", List.of(new StructType.Field("samples", ArrayType.of(ScalarType.LREAL, 1), 0)), Double.BYTES);

    /** @param connection null when it is wrong: then nothing is known but its connector */
    static DeviceRules of(ConnectorProvider provider, @Nullable ConnectionConfig connection) {
        Endpoint endpoint = connection != null
                ? connection.endpoint()
                : new Endpoint(
                        provider.descriptor().scheme(),
                        "wrong",
                        provider.descriptor().defaultPort(),
                        Map.of());
        return new DeviceRules(provider, endpoint);
    }

    String scheme() {
        return provider.descriptor().scheme();
    }

    boolean can(Capability capability) {
        return provider.descriptor().capabilities().contains(capability);
    }

    /** What is wrong with a point, by its connector. */
    Optional<String> complaint(String address, @Nullable DataType type) {
        DataPoint point = DataPoint.of(address);
        return provider.validate(endpoint, type == null ? point : point.withType(type));
    }

    /** Why there can be no ring here, nor an array of one: what stands before the last dot would then be the ring. */
    Optional<String> whyNoRing(String address) {
        int dot = address.lastIndexOf('.');
        Optional<String> complaint = complaint(address, RING);
        return dot > 0 && complaint(address.substring(0, dot), RING).isEmpty() ? Optional.empty() : complaint;
    }
}
