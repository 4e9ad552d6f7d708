package io.taktstrom.oktoflow.connector;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.Function;

import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorFactory;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.ConnectorParameter.ConnectorParameterBuilder;
import de.iip_ecosphere.platform.connectors.types.TranslatingProtocolAdapter;
import de.iip_ecosphere.platform.support.iip_aas.ActiveAasBase;
import de.iip_ecosphere.platform.support.plugins.PluginManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What an application of oktoflow does with a connector that is a plug-in. It is loaded by a loader that has the platform and none
 * of our connectors; so nothing but the classes of the JDK goes in and out.
 *
 * @param plugins folder that the platform looks for plug-ins in
 * @param connector its class or the id of its plug-in
 * @param endpoint path of the endpoint
 * @param path where the variables are
 * @param settings those that are specific to the connector
 * @param set sets a variable of the machine
 * @param get what a variable of the machine is
 */
public record PluggedMachine(
        File plugins,
        String connector,
        String host,
        int port,
        String endpoint,
        String path,
        Map<String, Object> settings,
        BiConsumer<String, Object> set,
        Function<String, Object> get)
        implements Callable<String> {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Reads, is notified, writes and reads on demand. Returns the loader that the connector comes from. */
    @Override
    public String call() throws Exception {
        ActiveAasBase.setNotificationMode(ActiveAasBase.NotificationMode.NONE);
        PluginManager.loadAllFrom(plugins);
        Received received = new Received();
        Connector<Object, Object, MachineState, MachineCommand> made = ConnectorFactory.createConnector(
                connector,
                this::parameters,
                new TranslatingProtocolAdapter<>(new StateTranslator(true, path), new CommandTranslator(path)));
        assertThat(made).as("connector of " + plugins).isNotNull();
        made.setReceptionCallback(received);
        made.connect(parameters());
        try {
            await().atMost(LIMIT).until(() -> received.count() > 0);
            assertThat(received.last().name()).isEqualTo("press");
            set.accept("power", 6.5);
            await().atMost(LIMIT).until(() -> received.last().power() > 5);
            made.write(new MachineCommand(true, 5));
            assertThat(get.apply("start")).isEqualTo(true);
            await().atMost(LIMIT).until(() -> received.hasLot(5));
            assertThat(made.request(false).curve()).containsExactly(1, 2, 3);
        } finally {
            made.disconnect();
        }
        ClassLoader loader = made.getClass().getClassLoader();
        Object loggers = loader.loadClass("org.slf4j.LoggerFactory")
                .getMethod("getILoggerFactory")
                .invoke(null);
        assertThat(loggers.getClass().getName()).startsWith("org.slf4j.jul.");
        return loader.getClass().getSimpleName();
    }

    private ConnectorParameter parameters() {
        ConnectorParameterBuilder builder = ConnectorParameterBuilder.newBuilder(host, port)
                .setEndpointPath(endpoint)
                .setNotificationInterval(0);
        settings.forEach(builder::setSpecificSetting);
        return builder.build();
    }
}
