package io.taktstrom.spring.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.model.Endpoint;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.spi.Connectors;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/** Starts the device of a context and tells the context where it is. Equal ones share a context, and so a device. */
record SimulatorCustomizer(Device device, String model, String connection) implements ContextCustomizer {

    private static final String BEAN = "taktstrom.simulator";
    private static final String PREFIX = "TAKT_SIMULATOR_";

    @Override
    public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
        Simulator simulator = start(context);
        DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
        beans.registerSingleton(BEAN, simulator);
        beans.registerDisposableBean(BEAN, simulator::close);
        TestPropertyValues.of(properties(simulator.endpointUri())).applyTo(context);
    }

    private Simulator start(ConfigurableApplicationContext context) {
        try {
            return device.start(context.getResource(model).getContentAsString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start the simulator of model " + model + ": " + e.getMessage(), e);
        } catch (NoClassDefFoundError e) {
            throw new IllegalStateException(
                    "simulator for " + device + " not on the class path; add connector-"
                            + device.name().toLowerCase(Locale.ROOT) + "-simulator with scope test",
                    e);
        }
    }

    private Map<String, String> properties(String uri) {
        Endpoint endpoint = Connectors.providerOf(uri).descriptor().parse(uri);
        Map<String, String> address = new LinkedHashMap<>(endpoint.options());
        address.put("host", endpoint.host());
        address.put("port", Integer.toString(endpoint.port()));
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put(PREFIX + "URI", uri);
        address.forEach((name, value) -> properties.put(PREFIX + name.toUpperCase(Locale.ROOT), value));
        if (!connection.isEmpty()) {
            String under = "taktstrom.connections." + connection + ".";
            properties.put(under + "type", endpoint.scheme());
            address.forEach((name, value) -> properties.put(under + name, value));
        }
        return properties;
    }
}
