package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.model.AbstractModelAccess;
import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.model.ModelInputConverter;
import de.iip_ecosphere.platform.connectors.model.ModelOutputConverter;
import io.taktstrom.oktoflow.Beans;
import org.jspecify.annotations.Nullable;

/**
 * A device's variables for translators. Getters and setters of all types go by way of {@link #get} and {@link #set}; a name may
 * be one of the point addresses, or an address below where translators have stepped into. Thread-safe.
 */
final class PlatformAccess extends AbstractModelAccess {

    private final PlatformConnector<?, ?> connector;
    private final String base;
    private final @Nullable PlatformAccess outer;

    /** At the top. */
    PlatformAccess(PlatformConnector<?, ?> connector) {
        this(connector, "", null);
    }

    private PlatformAccess(PlatformConnector<?, ?> connector, String base, @Nullable PlatformAccess outer) {
        super(connector);
        this.connector = connector;
        this.base = base;
        this.outer = outer;
    }

    @Override
    public String topInstancesQName() {
        return getQSeparator().equals("/") ? "Objects" : "";
    }

    @Override
    public String getQSeparator() {
        return connector.rule().separator();
    }

    private String below(String name) {
        return connector.rule().join(base, name);
    }

    /** What a method gives; null for nothing, and a list when that is more than one value, which oktoflow's own would lose. */
    @Override
    public @Nullable Object call(String name, Object... arguments) throws IOException {
        return ModelMethod.of(connector.session().connection().current(), below(name))
                .with(arguments);
    }

    @Override
    public Object get(String name) throws IOException {
        return get(name, 0);
    }

    @Override
    public Object get(String name, int lifetime) throws IOException {
        return connector.session().get(below(name), lifetime);
    }

    @Override
    public void set(String name, @Nullable Object value) throws IOException {
        connector.session().set(below(name), value);
    }

    @Override
    public <T> T getStruct(String name, Class<T> type) throws IOException {
        Object value = get(name);
        if (type.isInstance(value)) {
            return type.cast(value);
        }
        if (value instanceof Map<?, ?> fields) {
            return Beans.of(type, fields);
        }
        throw new IOException("read " + below(name) + ": the device has "
                + value.getClass().getSimpleName() + " there, not " + type.getName());
    }

    @Override
    public void setStruct(String name, Object value) throws IOException {
        set(name, value);
    }

    /** Structures of any class are taken: the device says what fields there are. */
    @Override
    public void registerCustomType(Class<?> type) {}

    @Override
    public void monitor(int interval, String... names) throws IOException {
        connector.monitor(
                Duration.ofMillis(Math.max(0, interval)),
                Arrays.stream(names).map(this::below).toList());
    }

    @Override
    public void monitorModelChanges(int interval) throws IOException {
        connector.monitorModel(Duration.ofMillis(Math.max(0, interval)));
    }

    @Override
    public ModelInputConverter getInputConverter() {
        return ExactInput.INSTANCE;
    }

    @Override
    public ModelOutputConverter getOutputConverter() {
        return ExactOutput.INSTANCE;
    }

    @Override
    public ModelAccess stepInto(String name) {
        return new PlatformAccess(connector, below(name), this);
    }

    /** At the top it stays there. */
    @Override
    public ModelAccess stepOut() {
        return outer == null ? this : outer;
    }

    @Override
    public ConnectorParameter getConnectorParameter() {
        return connector.parameters();
    }
}
