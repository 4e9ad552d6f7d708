package io.taktstrom.connect.sink;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandGate;
import io.taktstrom.connect.config.ConnectParts;
import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.connect.config.DeploymentOption.WrongDeploymentException;
import io.taktstrom.connect.config.OptionConfig;
import io.taktstrom.connect.config.PluginVersion;
import io.taktstrom.connect.config.WorkerLog;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sinks.message.UnansweredCommands;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The gate for commands that come from topics. An offset is committed once its command, and all before it, are answered. */
public final class TaktstromSinkTask extends SinkTask {

    private static final Logger LOG = LoggerFactory.getLogger(TaktstromSinkTask.class);

    /** How long commands that are on their way to devices may hold up a commit. */
    private static final long PATIENCE_MILLIS = 2_000;

    private static final long RETRY_MILLIS = 200;

    private final UnansweredCommands<TopicPartition> commands = new UnansweredCommands<>();
    private int maxOpen;
    private @Nullable RunningDeployment running;
    private @Nullable Answers answers;
    private volatile @Nullable CommandGate gate;

    /** Called by Connect. */
    public TaktstromSinkTask() {}

    @Override
    public String version() {
        return PluginVersion.text();
    }

    @Override
    public void start(Map<String, String> given) {
        String connector = given.getOrDefault("name", "");
        OptionValues options = OptionConfig.values("connector " + connector, SinkOptions.ALL, given);
        try {
            Deployment whole = DeploymentOption.load(DeploymentOption.values(given), ConnectParts.known())
                    .deployment();
            Deployment deployment = CommandDeployment.of(whole);
            // As many again find room in the gate.
            maxOpen = Math.max(1, CommandDeployment.maxWaiting(whole) / 2);
            answers = new Answers(
                    options.get(SinkOptions.ANSWERS_TOPIC),
                    producer(options.get(SinkOptions.ANSWERS_BROKERS), given),
                    context.errantRecordReporter(),
                    given.getOrDefault("errors.tolerance", "none").equalsIgnoreCase("all"));
            running = RunningDeployment.start(
                    deployment,
                    new RunContext(
                            EpochNanoClock.system(),
                            ConnectParts.commanding(opened -> {
                                gate = opened.gate();
                                return () -> gate = null;
                            }),
                            WorkerLog.unlessLogged(LOG::warn),
                            null));
        } catch (WrongDeploymentException | IOException e) {
            throw new ConnectException(e.getMessage(), e);
        }
    }

    private static Map<String, Object> producer(String brokers, Map<String, String> given) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        given.forEach((name, value) -> {
            if (name.startsWith(SinkOptions.PRODUCER)) {
                settings.put(name.substring(SinkOptions.PRODUCER.length()), value);
            }
        });
        return settings;
    }

    @Override
    public void put(Collection<SinkRecord> records) {
        Answers to = answers;
        CommandGate entrance = gate;
        if (to == null || entrance == null) {
            throw new ConnectException("the gate for commands is closed");
        }
        to.throwFailure();
        if (!records.isEmpty() && commands.size() > 0 && commands.size() + records.size() > maxOpen) {
            context.timeout(RETRY_MILLIS);
            throw new RetriableException("as many commands as may wait are on their way to devices");
        }
        for (SinkRecord record : records) {
            submit(record, entrance, to);
        }
    }

    /** Transformations may have given it another topic; offsets are those of the one that it was read from. */
    private void submit(SinkRecord record, CommandGate entrance, Answers to) {
        TopicPartition partition = new TopicPartition(record.originalTopic(), record.originalKafkaPartition());
        UnansweredCommands<TopicPartition>.Unanswered open = commands.add(partition, record.originalKafkaOffset());
        Command command = new Command(partition + "@" + record.originalKafkaOffset(), CommandText.of(record.value()));
        entrance.submit(command, answer -> to.give(record, answer, open::answered));
    }

    @Override
    public Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> current) {
        try {
            commands.await(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Map<TopicPartition, OffsetAndMetadata> answered = new HashMap<>();
        commands.takeAnswered().forEach((partition, offset) -> answered.put(partition, new OffsetAndMetadata(offset)));
        return answered;
    }

    @Override
    public void close(Collection<TopicPartition> partitions) {
        commands.forget(List.copyOf(partitions));
    }

    @Override
    public void stop() {
        RunningDeployment ended = running;
        if (ended != null) {
            ended.close();
        }
        Answers last = answers;
        if (last != null) {
            last.close();
        }
    }
}
