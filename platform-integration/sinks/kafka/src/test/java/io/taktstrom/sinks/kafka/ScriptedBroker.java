package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.testkit.ScriptedServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.AddPartitionsToTxnResponseData;
import org.apache.kafka.common.message.AddPartitionsToTxnResponseData.AddPartitionsToTxnPartitionResult;
import org.apache.kafka.common.message.AddPartitionsToTxnResponseData.AddPartitionsToTxnTopicResult;
import org.apache.kafka.common.message.ApiVersionsResponseData;
import org.apache.kafka.common.message.EndTxnResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.InitProducerIdResponseData;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * A cluster of one broker with one topic of one partition, which takes everything and keeps nothing. It can leave requests
 * unanswered, or state an absurd length in the answer. Bodies as Kafka's own classes write them.
 */
final class ScriptedBroker implements AutoCloseable {

    static final String TOPIC = "t";

    private static final Uuid TOPIC_ID = Uuid.randomUuid();
    private static final int NODE = 1;

    private final ScriptedServer server;
    private final Set<ApiKeys> silent = ConcurrentHashMap.newKeySet();
    private final Set<ApiKeys> absurd = ConcurrentHashMap.newKeySet();
    private final AtomicInteger faults = new AtomicInteger();

    ScriptedBroker() throws IOException {
        server = ScriptedServer.started("scripted-broker", this::serve);
    }

    String address() {
        return "127.0.0.1:" + server.address().getPort();
    }

    /** From now on these requests get no answer. */
    void leaveUnanswered(ApiKeys... requests) {
        silent.addAll(List.of(requests));
    }

    /** From now on the answer to these requests states a length of 2 GiB. */
    void answerAbsurdly(ApiKeys... requests) {
        absurd.addAll(List.of(requests));
    }

    /** From now on all requests are answered. */
    void recover() {
        silent.clear();
        absurd.clear();
    }

    /** Requests that were not answered, or absurdly. */
    int faults() {
        return faults.get();
    }

    private void serve(ScriptedServer.Wire wire) throws IOException {
        while (true) {
            ByteBuffer request = ByteBuffer.wrap(wire.in().readNBytes(wire.in().readInt()));
            RequestHeader header = RequestHeader.parse(request);
            if (silent.contains(header.apiKey())) {
                faults.incrementAndGet();
            } else if (absurd.contains(header.apiKey())) {
                faults.incrementAndGet();
                wire.send(ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array());
            } else {
                ByteBuffer head = MessageUtil.toByteBufferAccessor(
                                header.toResponseHeader().data(),
                                header.toResponseHeader().headerVersion())
                        .buffer();
                ByteBuffer body = MessageUtil.toByteBufferAccessor(answer(header, request), header.apiVersion())
                        .buffer();
                wire.send(ByteBuffer.allocate(4 + head.remaining() + body.remaining())
                        .putInt(head.remaining() + body.remaining())
                        .put(head)
                        .put(body)
                        .array());
            }
        }
    }

    private ApiMessage answer(RequestHeader header, ByteBuffer request) {
        return switch (header.apiKey()) {
            case API_VERSIONS -> versions();
            case METADATA -> metadata();
            case FIND_COORDINATOR -> {
                FindCoordinatorResponseData.Coordinator here = new FindCoordinatorResponseData.Coordinator()
                        .setKey(new org.apache.kafka.common.message.FindCoordinatorRequestData(
                                        new ByteBufferAccessor(request), header.apiVersion())
                                .coordinatorKeys()
                                .get(0))
                        .setNodeId(NODE)
                        .setHost("127.0.0.1")
                        .setPort(server.address().getPort());
                yield new FindCoordinatorResponseData().setCoordinators(List.of(here));
            }
            case INIT_PRODUCER_ID ->
                new InitProducerIdResponseData().setProducerId(7).setProducerEpoch((short) 0);
            case ADD_PARTITIONS_TO_TXN -> addPartitions();
            case END_TXN -> new EndTxnResponseData();
            case PRODUCE -> produce();
            default -> throw new IllegalStateException("not scripted: " + header);
        };
    }

    private static ApiMessage versions() {
        ApiVersionsResponseData.ApiVersionCollection versions = new ApiVersionsResponseData.ApiVersionCollection();
        add(versions, ApiKeys.API_VERSIONS, 3);
        add(versions, ApiKeys.METADATA, 12);
        add(versions, ApiKeys.FIND_COORDINATOR, 4);
        add(versions, ApiKeys.INIT_PRODUCER_ID, 4);
        add(versions, ApiKeys.ADD_PARTITIONS_TO_TXN, 3);
        add(versions, ApiKeys.END_TXN, 3);
        add(versions, ApiKeys.PRODUCE, 9);
        return new ApiVersionsResponseData().setApiKeys(versions);
    }

    private static void add(ApiVersionsResponseData.ApiVersionCollection to, ApiKeys key, int newest) {
        to.add(new ApiVersionsResponseData.ApiVersion()
                .setApiKey(key.id)
                .setMinVersion(key.oldestVersion())
                .setMaxVersion((short) newest));
    }

    private ApiMessage metadata() {
        MetadataResponseData.MetadataResponseBrokerCollection brokers =
                new MetadataResponseData.MetadataResponseBrokerCollection();
        brokers.add(new MetadataResponseData.MetadataResponseBroker()
                .setNodeId(NODE)
                .setHost("127.0.0.1")
                .setPort(server.address().getPort()));
        MetadataResponseData.MetadataResponseTopicCollection topics =
                new MetadataResponseData.MetadataResponseTopicCollection();
        topics.add(new MetadataResponseData.MetadataResponseTopic()
                .setName(TOPIC)
                .setTopicId(TOPIC_ID)
                .setPartitions(List.of(new MetadataResponseData.MetadataResponsePartition()
                        .setLeaderId(NODE)
                        .setReplicaNodes(List.of(NODE))
                        .setIsrNodes(List.of(NODE)))));
        return new MetadataResponseData()
                .setClusterId("scripted")
                .setControllerId(NODE)
                .setBrokers(brokers)
                .setTopics(topics);
    }

    private static ApiMessage addPartitions() {
        AddPartitionsToTxnResponseData.AddPartitionsToTxnPartitionResultCollection partitions =
                new AddPartitionsToTxnResponseData.AddPartitionsToTxnPartitionResultCollection();
        partitions.add(new AddPartitionsToTxnPartitionResult());
        AddPartitionsToTxnResponseData.AddPartitionsToTxnTopicResultCollection topics =
                new AddPartitionsToTxnResponseData.AddPartitionsToTxnTopicResultCollection();
        topics.add(new AddPartitionsToTxnTopicResult().setName(TOPIC).setResultsByPartition(partitions));
        return new AddPartitionsToTxnResponseData().setResultsByTopicV3AndBelow(topics);
    }

    private static ApiMessage produce() {
        ProduceResponseData.TopicProduceResponseCollection topics =
                new ProduceResponseData.TopicProduceResponseCollection();
        topics.add(new ProduceResponseData.TopicProduceResponse()
                .setName(TOPIC)
                .setPartitionResponses(List.of(new ProduceResponseData.PartitionProduceResponse())));
        return new ProduceResponseData().setResponses(topics);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
