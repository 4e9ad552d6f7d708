package io.taktstrom.opcua.service;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.StatusCode;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.session.LinkSettings;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.DataChangeTrigger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MonitoringMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateMonitoredItemsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateMonitoredItemsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSubscriptionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateSubscriptionResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.DataChangeFilter;
import org.eclipse.milo.opcua.stack.core.types.structured.DeleteSubscriptionsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.DeleteSubscriptionsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ModifySubscriptionRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemCreateRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemCreateResult;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoringParameters;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.SetPublishingModeRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.SetPublishingModeResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.TransferResult;
import org.eclipse.milo.opcua.stack.core.types.structured.TransferSubscriptionsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.TransferSubscriptionsResponse;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.ubyte;
import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** Subscriptions and their monitored items. Thread-safe. */
public final class MonitoredItems implements PushService {

    /** How often a server with nothing to say says so, and how long it keeps a subscription that is not asked for. */
    private static final double KEEP_ALIVE_MILLIS = 5000;

    private static final double LIFETIME_MILLIS = 60_000;

    /** Publishing intervals to a keep-alive, where it is waited for. With one, Milo's server (1.1.2) counts past it, and falls silent. */
    private static final UInteger HURRIED = uint(2);

    private final UaLink link;
    private final Publishing publishing;
    private final RequestSplitter creations;
    private final double lifetimeMillis;

    /** @param most monitored items of one request, as the server says; 0 where it does not */
    MonitoredItems(UaLink link, LinkSettings settings, int most) {
        this.link = link;
        this.publishing = new Publishing(link, settings.publishRequests());
        link.channel().setUpkeep(publishing::upkeep);
        this.creations = new RequestSplitter(link, "create monitored items", settings.maxNodesPerRequest());
        creations.limit(most);
        Duration longestOutage = settings.bridge().plus(settings.connectTimeout());
        this.lifetimeMillis = Math.max(LIFETIME_MILLIS, (double) longestOutage.toMillis());
    }

    @Override
    public Terms subscribe(double publishingMillis, Listener listener) throws ConnectorException {
        CreateSubscriptionResponse response = link.call(
                "create a subscription",
                CreateSubscriptionResponse.class,
                header -> new CreateSubscriptionRequest(
                        header,
                        publishingMillis,
                        lifetime(publishingMillis),
                        keepAlive(publishingMillis),
                        uint(0),
                        true,
                        ubyte(0)));
        double revised = response.getRevisedPublishingInterval();
        long id = response.getSubscriptionId().longValue();
        double silence = revised * response.getRevisedMaxKeepAliveCount().longValue() + link.timeoutMillis();
        Terms terms = new Terms(id, revised, silence);
        listen(terms, 1, null, listener);
        return terms;
    }

    private static UInteger keepAlive(double publishingMillis) {
        return uint(Math.max(1, Math.round(KEEP_ALIVE_MILLIS / publishingMillis)));
    }

    private UInteger lifetime(double publishingMillis) {
        long least = 3 * keepAlive(publishingMillis).longValue();
        return uint(Math.max(least, Math.round(lifetimeMillis / publishingMillis)));
    }

    /** Has the server say that it has nothing to send after so many publishing intervals. Whether it does is its affair. */
    private void setKeepAlive(Terms terms, UInteger after) {
        double interval = terms.publishingMillis();
        publishing.post(
                "modify a subscription",
                MiloEncoding.encode(new ModifySubscriptionRequest(
                        link.requestHeader(),
                        uint(terms.id()),
                        interval,
                        lifetime(interval),
                        after,
                        uint(0),
                        ubyte(0))));
    }

    /** @param caughtUp what is to be done when a subscription that was taken over has caught up; null for a new one */
    private void listen(Terms terms, long next, @Nullable Runnable caughtUp, Listener listener) {
        long silence = (long) (terms.silenceMillis() * TimeUnit.MILLISECONDS.toNanos(1));
        publishing.add(terms.id(), next, caughtUp, listener, silence);
    }

    @Override
    public boolean takeOver(Terms terms, long next, Listener listener) throws ConnectorException {
        UInteger[] id = {uint(terms.id())};
        try {
            int status = link.isResumed() ? publishOn(id) : transfer(id);
            if (StatusCode.isBad(status)) {
                link.tell("take over a subscription at " + link.where() + ": " + Failures.name(status));
                return false;
            }
        } catch (DeviceErrorException e) {
            link.tell(e.getMessage() + "; a new subscription is created");
            return false;
        }
        if (link.isResumed()) {
            hurry(terms, next, listener);
        } else {
            listen(terms, next, () -> {}, listener);
        }
        return true;
    }

    /**
     * Some servers, such as Milo's, answer the Publish requests of the lost channel first, into nowhere: one with each message, and
     * with nothing to send there is one each five seconds. So points that hold still would have to wait for four of them, or for
     * as many as were waiting there; unless the server says more often that it has nothing, until it has said so to us.
     */
    private void hurry(Terms terms, long next, Listener listener) {
        setKeepAlive(terms, HURRIED);
        listen(terms, next, () -> setKeepAlive(terms, keepAlive(terms.publishingMillis())), listener);
    }

    /** It is our session's already, unless it has ended meanwhile: the session that may set its publishing mode has it. */
    private int publishOn(UInteger[] id) throws ConnectorException {
        org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode[] results = link.call(
                        "go on with a subscription",
                        SetPublishingModeResponse.class,
                        header -> new SetPublishingModeRequest(header, true, id))
                .getResults();
        return results == null || results.length != 1 ? StatusCode.BAD_INTERNAL_ERROR : (int) results[0].value();
    }

    /** Without initial values: they would come before what the server has kept. */
    private int transfer(UInteger[] id) throws ConnectorException {
        TransferResult[] results = link.call(
                        "transfer a subscription",
                        TransferSubscriptionsResponse.class,
                        header -> new TransferSubscriptionsRequest(header, id, false))
                .getResults();
        return results == null || results.length != 1
                ? StatusCode.BAD_INTERNAL_ERROR
                : (int) results[0].getStatusCode().value();
    }

    @Override
    public long heardAt() {
        return publishing.heardAt();
    }

    /** After the end of the link: the numbers of the messages that were to come next, by the ids of the subscriptions. */
    public Map<Long, Long> detach() {
        return publishing.detach();
    }

    /** Whether there is something for {@link #step}; asked by the thread that steps. */
    public boolean hasWork() {
        return publishing.hasWork();
    }

    /** Hands what has arrived to the listeners, in order, and keeps requests waiting at the server. */
    public void step() {
        publishing.step();
    }

    @Override
    public List<Item> create(long subscription, List<NodeRef> nodes, int[] handles, Sampling sampling)
            throws ConnectorException {
        ExtensionObject filter = filter(sampling);
        MonitoredItemCreateRequest[] requests = new MonitoredItemCreateRequest[handles.length];
        Arrays.setAll(
                requests,
                i -> item(nodes.get(i), AttributeId.Value, handles[i], sampling.samplingMillis(), filter, sampling));
        return create(subscription, requests);
    }

    @Override
    public List<Item> createEvents(long subscription, List<EventSelection> selections, int[] handles, Sampling sampling)
            throws ConnectorException {
        MonitoredItemCreateRequest[] requests = new MonitoredItemCreateRequest[handles.length];
        Arrays.setAll(requests, i -> {
            EventSelection selection = selections.get(i);
            ExtensionObject filter = EventFilters.filter(selection);
            return item(selection.notifier(), AttributeId.EventNotifier, handles[i], 0, filter, sampling);
        });
        return create(subscription, requests);
    }

    private static MonitoredItemCreateRequest item(
            NodeRef node,
            AttributeId attribute,
            int handle,
            double samplingMillis,
            @Nullable ExtensionObject filter,
            Sampling sampling) {
        return new MonitoredItemCreateRequest(
                new ReadValueId(node.id(), attribute.uid(), null, QualifiedName.NULL_VALUE),
                MonitoringMode.Reporting,
                new MonitoringParameters(
                        uint(handle), samplingMillis, filter, uint(sampling.queueSize()), sampling.discardOldest()));
    }

    private List<Item> create(long subscription, MonitoredItemCreateRequest[] requests) throws ConnectorException {
        List<Item> items = new ArrayList<>();
        creations.runEach(
                requests.length,
                null,
                (from, to) -> {
                    MonitoredItemCreateRequest[] part = Arrays.copyOfRange(requests, from, to);
                    CreateMonitoredItemsResponse response = link.call(
                            "create " + part.length + " monitored items",
                            CreateMonitoredItemsResponse.class,
                            header -> new CreateMonitoredItemsRequest(
                                    header, uint(subscription), TimestampsToReturn.Source, part));
                    for (MonitoredItemCreateResult result :
                            link.entries("create monitored items", part.length, response.getResults())) {
                        int status = (int) result.getStatusCode().value();
                        items.add(new Item(status, result.getRevisedSamplingInterval()));
                    }
                },
                (index, why) -> items.add(new Item(why.status(), 0)));
        return items;
    }

    private @Nullable ExtensionObject filter(Sampling sampling) {
        boolean plain = sampling.deadband() == 0 && sampling.trigger() == 1;
        if (plain) {
            return null;
        }
        int kind = sampling.deadband() == 0 ? 0 : sampling.percent() ? 2 : 1;
        return MiloEncoding.object(
                new DataChangeFilter(DataChangeTrigger.from(sampling.trigger()), uint(kind), sampling.deadband()));
    }

    @Override
    public void delete(long subscription) throws ConnectorException {
        publishing.remove(subscription);
        if (link.isOpen()) {
            link.call(
                    "delete a subscription",
                    DeleteSubscriptionsResponse.class,
                    header -> new DeleteSubscriptionsRequest(header, new UInteger[] {uint(subscription)}));
        }
    }
}
