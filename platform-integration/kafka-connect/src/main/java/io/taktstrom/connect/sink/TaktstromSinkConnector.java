package io.taktstrom.connect.sink;

import java.util.List;
import java.util.Map;

import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.connect.config.DeploymentOption.WrongDeploymentException;
import io.taktstrom.connect.config.OptionConfig;
import io.taktstrom.connect.config.PluginVersion;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Takes commands from topics: JSON as text or bytes, or structures of the same keys. One task, whatever {@code tasks.max} says: there
 * is one gate, with one audit, one memory of identifiers, and one order for each device.
 */
public final class TaktstromSinkConnector extends SinkConnector {

    private Map<String, String> given = Map.of();

    /** Called by Connect. */
    public TaktstromSinkConnector() {}

    @Override
    public String version() {
        return PluginVersion.text();
    }

    @Override
    public ConfigDef config() {
        return OptionConfig.of(SinkOptions.ALL, "Answers");
    }

    @Override
    public Config validate(Map<String, String> configs) {
        Config config = super.validate(configs);
        try {
            if (!CommandDeployment.isCommandedByConnect(
                    DeploymentOption.load(DeploymentOption.values(configs), ConnectParts.known())
                            .deployment())) {
                DeploymentOption.tell(
                        config,
                        configs,
                        "the deployment takes no commands from Connect; write 'commands: {audit: FILE, from: {topics:"
                                + " {type: connect}}}'");
            }
        } catch (WrongDeploymentException e) {
            e.tell(config);
        }
        boolean hasTopic =
                !configs.getOrDefault(SinkOptions.ANSWERS_TOPIC.name(), "").isEmpty();
        boolean hasBrokers =
                !configs.getOrDefault(SinkOptions.ANSWERS_BROKERS.name(), "").isEmpty();
        if (hasTopic && !hasBrokers) {
            OptionConfig.tell(
                    config, SinkOptions.ANSWERS_BROKERS.name(), "answers.topic needs the addresses of its brokers");
        }
        return config;
    }

    @Override
    public void start(Map<String, String> configs) {
        given = Map.copyOf(configs);
    }

    @Override
    public Class<? extends Task> taskClass() {
        return TaktstromSinkTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        return List.of(given);
    }

    @Override
    public void stop() {
        // Holds nothing.
    }
}
