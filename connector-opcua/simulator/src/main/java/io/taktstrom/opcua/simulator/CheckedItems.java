package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.Session;
import org.eclipse.milo.opcua.sdk.server.events.EventContentFilter;
import org.eclipse.milo.opcua.sdk.server.events.FilterContext;
import org.eclipse.milo.opcua.sdk.server.servicesets.impl.DefaultMonitoredItemServiceSet;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.ContentFilterElementResult;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateMonitoredItemsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.CreateMonitoredItemsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.EventFilter;
import org.eclipse.milo.opcua.stack.core.types.structured.EventFilterResult;
import org.eclipse.milo.opcua.stack.core.types.structured.ModifyMonitoredItemsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.ModifyMonitoredItemsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemCreateRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemCreateResult;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemModifyRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoredItemModifyResult;
import org.eclipse.milo.opcua.stack.core.types.structured.MonitoringParameters;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.eclipse.milo.opcua.stack.transport.server.ServiceRequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Monitored items as Milo makes them, but an event filter that cannot be served is refused with what is wrong with it
 * (OPC 10000-4 v1.05, 7.22.3). Milo makes such an item, says Good, and never tells it an event.
 */
final class CheckedItems extends DefaultMonitoredItemServiceSet {

    /** Neither an attribute nor an item: Milo refuses what has them, in its place in the list. */
    private static final UInteger NONE = UInteger.MAX;

    private final OpcUaServer server;
    private final FilterContext context;

    /** @param result null where the filter is too wrong to say more */
    private record Refusal(StatusCode status, @Nullable EventFilterResult result) {}

    CheckedItems(OpcUaServer server) {
        super(server);
        this.server = server;
        this.context = new FilterContext() {
            @Override
            public OpcUaServer getServer() {
                return server;
            }

            @Override
            public Optional<Session> getSession() {
                return Optional.empty();
            }
        };
    }

    @Override
    public CreateMonitoredItemsResponse onCreateMonitoredItems(
            ServiceRequestContext caller, CreateMonitoredItemsRequest request) throws UaException {
        List<@Nullable Refusal> refusals =
                refusals(request.getItemsToCreate(), MonitoredItemCreateRequest::getRequestedParameters);
        CreateMonitoredItemsResponse response = super.onCreateMonitoredItems(
                caller,
                new CreateMonitoredItemsRequest(
                        request.getRequestHeader(),
                        request.getSubscriptionId(),
                        request.getTimestampsToReturn(),
                        replace(request.getItemsToCreate(), refusals, (item, refusal) -> withoutNode(item))));
        var unused = replace(
                response.getResults(),
                refusals,
                (item, refusal) -> new MonitoredItemCreateResult(
                        refusal.status(), UInteger.MIN, 0.0, UInteger.MIN, details(refusal)));
        return response;
    }

    private static MonitoredItemCreateRequest withoutNode(MonitoredItemCreateRequest item) {
        ReadValueId node = item.getItemToMonitor();
        return new MonitoredItemCreateRequest(
                new ReadValueId(node.getNodeId(), NONE, null, node.getDataEncoding()),
                item.getMonitoringMode(),
                item.getRequestedParameters());
    }

    @Override
    public ModifyMonitoredItemsResponse onModifyMonitoredItems(
            ServiceRequestContext caller, ModifyMonitoredItemsRequest request) throws UaException {
        List<@Nullable Refusal> refusals =
                refusals(request.getItemsToModify(), MonitoredItemModifyRequest::getRequestedParameters);
        ModifyMonitoredItemsResponse response = super.onModifyMonitoredItems(
                caller,
                new ModifyMonitoredItemsRequest(
                        request.getRequestHeader(),
                        request.getSubscriptionId(),
                        request.getTimestampsToReturn(),
                        replace(
                                request.getItemsToModify(),
                                refusals,
                                (item, refusal) ->
                                        new MonitoredItemModifyRequest(NONE, item.getRequestedParameters()))));
        var unused = replace(
                response.getResults(),
                refusals,
                (item, refusal) ->
                        new MonitoredItemModifyResult(refusal.status(), 0.0, UInteger.MIN, details(refusal)));
        return response;
    }

    /** One for each item, null where its filter is good. */
    private <T> List<@Nullable Refusal> refusals(T @Nullable [] items, Function<T, MonitoringParameters> parameters) {
        List<@Nullable Refusal> refusals = new ArrayList<>();
        for (int i = 0; items != null && i < items.length; i++) {
            refusals.add(refusal(parameters.apply(items[i])));
        }
        return refusals;
    }

    /** Replaces those that are refused. */
    private static <T> T @Nullable [] replace(
            T @Nullable [] items, List<@Nullable Refusal> refusals, BiFunction<T, Refusal, T> replacement) {
        for (int i = 0; items != null && i < items.length; i++) {
            Refusal refusal = refusals.get(i);
            if (refusal != null) {
                items[i] = replacement.apply(items[i], refusal);
            }
        }
        return items;
    }

    private @Nullable ExtensionObject details(Refusal refusal) {
        EventFilterResult result = refusal.result();
        return result == null ? null : ExtensionObject.encode(server.getStaticEncodingContext(), result);
    }

    /** Null for other filters, and for good event filters. */
    private @Nullable Refusal refusal(MonitoringParameters parameters) {
        ExtensionObject filter = parameters.getFilter();
        if (filter == null || filter.isNull()) {
            return null;
        }
        try {
            Object decoded = filter.decode(server.getStaticEncodingContext());
            if (!(decoded instanceof EventFilter events)) {
                return null;
            }
            EventFilterResult result = EventContentFilter.validate(context, events);
            return isGood(result) ? null : new Refusal(new StatusCode(StatusCodes.Bad_EventFilterInvalid), result);
        } catch (UaException e) {
            return new Refusal(e.getStatusCode(), null);
        }
    }

    private static boolean isGood(EventFilterResult result) {
        ContentFilterElementResult[] elements = result.getWhereClauseResult().getElementResults();
        boolean where = elements == null
                || Stream.of(elements)
                        .allMatch(element ->
                                element.getStatusCode().isGood() && areGood(element.getOperandStatusCodes()));
        return where && areGood(result.getSelectClauseResults());
    }

    private static boolean areGood(StatusCode @Nullable [] statuses) {
        return statuses == null || Stream.of(statuses).allMatch(StatusCode::isGood);
    }
}
