package io.taktstrom.example.line;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** A session with a LINE device: what the SPI asks for, in the lines of the protocol. */
final class LineConnection implements Connection {

    private final ConnectContext context;
    private final LineLink link;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile List<LineSubscription> subscriptions = List.of();
    private int usedTags;

    LineConnection(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        this.context = context;
        link = new LineLink(endpoint, context.clock(), this::pushed, this::ended);
        link.open();
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) throws ConnectorException {
        if (points.isEmpty()) {
            throw new InvalidRequestException("resolve: no points given");
        }
        DataType[] types = new DataType[points.size()];
        int[] statuses = new int[points.size()];
        @Nullable String[] requests = new String[points.size()];
        for (int i = 0; i < requests.length; i++) {
            DataPoint point = points.get(i);
            types[i] = point.type() == null ? ScalarType.DWORD : point.type();
            if (point.address().matches(LineConnectorProvider.ADDRESS)) {
                requests[i] = "TYPE " + point.address();
            } else {
                statuses[i] = StatusCode.BAD_NODE_ID_INVALID;
            }
        }
        @Nullable String[] answers = link.askEach(requests);
        for (int i = 0; i < requests.length; i++) {
            String answer = answers[i];
            if (answer != null) {
                DataPoint point = points.get(i);
                statuses[i] = status(point.address(), ':', answer);
                if (StatusCode.isGood(statuses[i])) {
                    types[i] = type(answer);
                    if (point.type() != null && !point.type().equals(types[i])) {
                        statuses[i] = StatusCode.BAD_TYPE_MISMATCH;
                    }
                }
            }
        }
        return new LineGroup(this, points, types, statuses);
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        LineGroup ours = ours(group);
        if (into.capacity() < ours.size() || into.arenaCapacity() < ours.arenaBytes()) {
            throw new InvalidRequestException("read: the batch has no room for the group; take PointGroup.newBatch");
        }
        synchronized (link) {
            ours.startRead(into, context.clock().epochNanos());
            link.request(ours.readRequest(), ours);
        }
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        LineGroup ours = ours(group);
        if (values.group() != group || statusOut.length < values.size()) {
            throw new InvalidRequestException("write: the batch is another group's, or statusOut is shorter than it");
        }
        @Nullable String[] requests = new String[values.size()];
        for (int i = 0; i < requests.length; i++) {
            DataPoint point = ours.points().get(values.pointAt(i));
            statusOut[i] = point.writable() ? ours.statusAt(values.pointAt(i)) : StatusCode.BAD_NOT_WRITABLE;
            if (StatusCode.isGood(statusOut[i])) {
                try {
                    byte[] image = Values.image(values, i).array();
                    requests[i] =
                            "SET " + point.address() + " " + HexFormat.of().formatHex(image);
                } catch (IllegalArgumentException e) {
                    statusOut[i] = StatusCode.BAD_OUT_OF_RANGE;
                }
            }
        }
        @Nullable String[] answers = link.askEach(requests);
        for (int i = 0; i < answers.length; i++) {
            String answer = answers[i];
            if (answer != null) {
                statusOut[i] = status(ours.points().get(values.pointAt(i)).address(), '=', answer);
            }
        }
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        LineSubscription subscription = newSubscription(ours(group), sink);
        @Nullable String[] requests = new String[group.size()];
        int[] statuses = new int[group.size()];
        for (int i = 0; i < requests.length; i++) {
            statuses[i] = group.statusAt(i);
            if (StatusCode.isGood(statuses[i])) {
                requests[i] = "SUB " + subscription.tag(i) + " "
                        + group.points().get(i).address();
            }
        }
        try {
            @Nullable String[] answers = link.askEach(requests);
            for (int i = 0; i < answers.length; i++) {
                String answer = answers[i];
                if (answer != null) {
                    statuses[i] = status(group.points().get(i).address(), '=', answer);
                }
            }
        } catch (ConnectorException e) {
            subscription.close();
            throw e;
        }
        subscription.start(statuses);
        return subscription;
    }

    private synchronized LineSubscription newSubscription(LineGroup group, SampleSink sink) {
        LineSubscription added = new LineSubscription(this, group, usedTags, sink, context);
        usedTags += group.size();
        List<LineSubscription> all = new ArrayList<>(subscriptions);
        all.add(added);
        subscriptions = List.copyOf(all);
        return added;
    }

    /** Forgets a subscription, and has the device forget it if it still listens. */
    void unsubscribe(LineSubscription subscription) {
        synchronized (this) {
            subscriptions = subscriptions.stream()
                    .filter(other -> other != subscription)
                    .toList();
        }
        @Nullable String[] requests = new String[subscription.group().size()];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = "UNSUB " + subscription.tag(i);
        }
        try {
            link.askEach(requests);
        } catch (ConnectorException e) {
            // The connection is gone, and with it all that the device knew of us.
        }
    }

    /** Takes {@code tag=VALUE} on the receiving thread. */
    private boolean pushed(byte[] line, int from, int to) throws MalformedFrameException {
        int tag = 0;
        int at = from;
        for (; at < to && line[at] >= '0' && line[at] <= '9' && tag < 100_000_000; at++) {
            tag = 10 * tag + line[at] - '0';
        }
        if (at == from || at == to || line[at] != '=') {
            throw new MalformedFrameException("a pushed line is not tag=value", at);
        }
        List<LineSubscription> all = subscriptions;
        for (int i = 0; i < all.size(); i++) {
            int point = tag - all.get(i).tag(0);
            if (point >= 0 && point < all.get(i).group().size()) {
                all.get(i).push(point, line, at + 1, to);
            }
        }
        // A tag that nobody has was on its way when we sent UNSUB.
        return false;
    }

    @Override
    public BrowseCursor browse(BrowseFilter filter) {
        return new LineBrowseCursor(link, filter);
    }

    @Override
    public DeviceInfo device() throws ConnectorException {
        String[] words = link.ask("INFO\n", answer -> true).get(0).split(" ", 3);
        if (words.length != 3) {
            throw new MalformedFrameException("INFO has " + words.length + " words instead of 3", 0);
        }
        return new DeviceInfo(words[0], words[1], words[2], Map.of());
    }

    private LineGroup ours(PointGroup group) throws InvalidRequestException {
        if (group instanceof LineGroup ours && ours.isUsableBy(this)) {
            return ours;
        }
        throw new InvalidRequestException(
                "the group is closed, or was resolved by another connection; resolve it here");
    }

    /** What {@code address!REASON} means; Good for {@code address}, the mark and a value. */
    private static int status(String address, char mark, String answer) throws MalformedFrameException {
        if (answer.startsWith(address + mark)) {
            return StatusCode.GOOD;
        }
        return switch (answer.substring(Math.min(address.length(), answer.length()))) {
            case "!UNKNOWN" -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case "!READONLY" -> StatusCode.BAD_NOT_WRITABLE;
            case "!SIZE" -> StatusCode.BAD_TYPE_MISMATCH;
            default -> throw new MalformedFrameException("answer '" + answer + "' is not for " + address, 0);
        };
    }

    /** The type in {@code name:TYPE}. */
    static DataType type(String answer) throws MalformedFrameException {
        int from = answer.indexOf(':') + 1;
        try {
            return DataType.parse(answer.substring(from));
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("answer '" + answer + "': " + e.getMessage(), from);
        }
    }

    /** On the receiving thread, with null when we closed the connection ourselves. */
    private void ended(@Nullable ConnectorException cause) {
        if (cause == null) {
            closed.complete(null);
        } else {
            subscriptions.forEach(LineSubscription::lose);
            closed.completeExceptionally(cause);
        }
    }

    @Override
    public CompletionStage<Void> closed() {
        CompletableFuture<Void> view = new CompletableFuture<>();
        var unused = closed.whenComplete((nothing, cause) -> {
            if (cause == null) {
                view.complete(null);
            } else {
                view.completeExceptionally(cause);
            }
        });
        return view;
    }

    @Override
    public void close() {
        link.close();
        subscriptions.forEach(LineSubscription::close);
    }
}
