package io.taktstrom.connect.source;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.connect.config.DeploymentOption.WrongDeploymentException;
import io.taktstrom.connect.config.OptionConfig;
import io.taktstrom.connect.config.PluginVersion;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the streams of a deployment that lead to a sink of type {@code connect}. A task owns whole connections; {@code tasks.max}
 * says over how many they are spread.
 */
public final class TaktstromSourceConnector extends SourceConnector {

    private static final Logger LOG = LoggerFactory.getLogger(TaktstromSourceConnector.class);

    private Map<String, String> given = Map.of();
    private @Nullable DeploymentWatch watch;
    private volatile Set<Path> files = Set.of();

    /** Called by Connect. */
    public TaktstromSourceConnector() {}

    @Override
    public String version() {
        return PluginVersion.text();
    }

    @Override
    public ConfigDef config() {
        return OptionConfig.of(SourceOptions.OPTIONS.all(), "Records");
    }

    @Override
    public Config validate(Map<String, String> configs) {
        Config config = super.validate(configs);
        try {
            if (!TaskDeployment.leadsToConnect(load(configs))) {
                DeploymentOption.tell(
                        config,
                        configs,
                        "no stream leads to a sink of type connect; write for example 'to: topics', and"
                                + " 'sinks: {topics: {type: connect}}'");
            }
        } catch (WrongDeploymentException e) {
            e.tell(config);
        }
        return config;
    }

    private static Deployment load(Map<String, String> configs) throws WrongDeploymentException {
        return loaded(configs).deployment();
    }

    private static DeploymentResult.Loaded loaded(Map<String, String> configs) throws WrongDeploymentException {
        return DeploymentOption.load(DeploymentOption.values(configs), ConnectParts.known());
    }

    @Override
    public void start(Map<String, String> configs) {
        given = Map.copyOf(configs);
        try {
            files = files(loaded(given));
            DeploymentWatch begun = new DeploymentWatch(files, this::filesHaveChanged);
            watch = begun;
            begun.begin();
        } catch (WrongDeploymentException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    /** The files that a deployment was read from; a text that Connect keeps is none. */
    private Set<Path> files(DeploymentResult.Loaded loaded) {
        boolean isText = !given.getOrDefault(DeploymentOption.TEXT.name(), "").isEmpty();
        return loaded.files().stream().skip(isText ? 1 : 0).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Has Connect start the tasks again, if the deployment is right. */
    private Set<Path> filesHaveChanged() {
        try {
            DeploymentResult.Loaded loaded = loaded(given);
            LOG.info("the deployment file has changed; starting the tasks again");
            context.requestTaskReconfiguration();
            files = files(loaded);
        } catch (WrongDeploymentException e) {
            LOG.warn("the deployment file has changed and is wrong; the tasks go on as before: {}", e.getMessage());
        }
        return files;
    }

    @Override
    public Class<? extends Task> taskClass() {
        return TaktstromSourceTask.class;
    }

    @Override
    public List<Map<String, String>> taskConfigs(int maxTasks) {
        DeploymentResult.Loaded loaded;
        try {
            loaded = loaded(given);
        } catch (WrongDeploymentException e) {
            throw new ConnectException(e.getMessage(), e);
        }
        List<Map<String, String>> tasks = new ArrayList<>();
        for (List<String> connections : Assignment.ofJoined(JoinedConnections.of(loaded.deployment()), maxTasks)) {
            Map<String, String> task = new HashMap<>(given);
            task.put(SourceOptions.CONNECTIONS, String.join("\n", connections));
            task.put(SourceOptions.TASK, Integer.toString(tasks.size()));
            task.put(SourceOptions.CHANGED, DeploymentWatch.look(files(loaded)));
            tasks.add(task);
        }
        return tasks;
    }

    /** Each record carries its own offset: published together with it in one transaction, each sample is there once. */
    @Override
    public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> configs) {
        return ExactlyOnceSupport.SUPPORTED;
    }

    /** Numbers may start again: what is there of a run stays apart from another's by its run. */
    @Override
    public boolean alterOffsets(Map<String, String> configs, Map<Map<String, ?>, Map<String, ?>> offsets) {
        return true;
    }

    @Override
    public void stop() {
        DeploymentWatch ended = watch;
        if (ended != null) {
            ended.end();
        }
    }
}
