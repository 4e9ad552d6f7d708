package io.taktstrom.example.line;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Predicate;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.Pages;
import io.taktstrom.kit.subscribe.PushSubscription;
import io.taktstrom.kit.tcp.Framing;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.kit.value.Images;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** A session with a LINE device: what the kit asks for, in the lines of the protocol. */
final class LineSession extends GuardedConnection<LineGroup> {

    /** No variable's value is longer. This also limits what a broken device makes us keep. */
    private static final int MAX_LINE_BYTES = 1 << 19;

    private final RequestLink link;
    /** Never changed, only replaced: the receiving thread walks one that stays as it is. */
    private volatile List<Pushed> pushed = List.of();

    private int usedTags;

    LineSession(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        super(endpoint, context);
        link = RequestLink.open(endpoint, context, Framing.lines(), MAX_LINE_BYTES, this::takePushed, this::lost);
    }

    // ---- groups

    @Override
    protected LineGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        SettledPoints settled = settle(points);
        for (int i = 0; i < settled.size(); i++) {
            if (!settled.addressAt(i).matches(LineConnectorProvider.ADDRESS)) {
                settled.refuse(i, StatusCode.BAD_NODE_ID_INVALID, "is no name; it has letters, digits, _ and .");
            }
        }
        askEach(settled.size(), i -> settled.isGood(i) ? "TYPE " + settled.addressAt(i) : null, (i, answer) -> {
            int status = status(settled.addressAt(i), ':', answer);
            if (StatusCode.isGood(status)) {
                settled.settle(i, type(answer), null, null);
            } else {
                settled.refuse(i, status, "is not available: " + StatusCode.name(status));
            }
        });
        return new LineGroup(this, settled);
    }

    @Override
    protected void readGroup(LineGroup group, SampleBatch into) throws ConnectorException {
        LineGroup.Reading reading = group.readings().take();
        if (reading.begin(into)) {
            link.request(reading.request(), reading);
        }
        group.readings().giveBack(reading);
    }

    @Override
    protected void writeGroup(LineGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        ByteBuffer image = group.newImage();
        askEach(
                values.size(),
                i -> {
                    DataType type = group.typeAt(values.pointAt(i));
                    if (StatusCode.isGood(statusOut[i])) {
                        statusOut[i] = Images.put(values, i, type, image, 0);
                    }
                    return StatusCode.isGood(statusOut[i])
                            ? "SET " + group.addressAt(values.pointAt(i)) + " " + Hex.text(image, type.imageBytes())
                            : null;
                },
                (i, answer) -> statusOut[i] = status(group.addressAt(values.pointAt(i)), '=', answer));
    }

    // ---- what the device pushes

    @Override
    protected Pushed openSubscription(LineGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        int[] statuses = group.statusesNow();
        Pushed subscription = newPushed(group, sink);
        try {
            askEach(
                    group.size(),
                    i -> StatusCode.isGood(statuses[i])
                            ? "SUB " + subscription.tag(i) + " " + group.addressAt(i)
                            : null,
                    (i, answer) -> statuses[i] = status(group.addressAt(i), '=', answer));
        } catch (ConnectorException e) {
            subscription.close();
            throw e;
        }
        subscription.begin(statuses);
        return subscription;
    }

    private synchronized Pushed newPushed(LineGroup group, SampleSink sink) {
        Pushed subscription = new Pushed(group, usedTags, sink);
        usedTags += group.size();
        List<Pushed> all = new ArrayList<>(pushed);
        all.add(subscription);
        pushed = List.copyOf(all);
        return subscription;
    }

    private synchronized void forget(Pushed subscription) {
        List<Pushed> others = new ArrayList<>(pushed);
        others.remove(subscription);
        pushed = List.copyOf(others);
    }

    /** Each point has a tag of its own, by which the device names what it pushes. */
    private final class Pushed extends PushSubscription<LineGroup> {
        private final int firstTag;
        private final ByteBuffer image;

        Pushed(LineGroup group, int firstTag, SampleSink sink) {
            super(LineSession.this, group, SubscriptionSettings.onChange(Duration.ZERO), WireOrder.LITTLE_ENDIAN, sink);
            this.firstTag = firstTag;
            image = group.newImage();
        }

        int tag(int point) {
            return firstTag + point;
        }

        void take(int tag, ByteBuffer line, int from, int to) throws MalformedFrameException {
            int point = tag - firstTag;
            if (point >= 0 && point < group().size()) {
                Hex.read(line, from, to, image, group().typeAt(point).imageBytes());
                push(point, SampleBatch.NO_TIME, image, 0);
            }
        }

        @Override
        protected void endAtDevice() throws ConnectorException {
            forget(this);
            askEach(group().size(), i -> "UNSUB " + tag(i), (i, answer) -> {});
        }
    }

    /** Takes {@code *tag=VALUE}, on the receiving thread; false for any other line. */
    private boolean takePushed(ByteBuffer in, int from, int to) throws MalformedFrameException {
        if (in.get(from) != '*') {
            return false;
        }
        int tag = 0;
        int at = from + 1;
        for (; in.get(at) >= '0' && in.get(at) <= '9' && tag < 100_000_000; at++) {
            tag = 10 * tag + in.get(at) - '0';
        }
        if (at == from + 1 || in.get(at) != '=') {
            throw new MalformedFrameException("a pushed line is not *tag=value", at - from);
        }
        // A tag that nobody has was on its way when we sent UNSUB. By index: an iterator would be garbage.
        List<Pushed> now = pushed;
        for (int i = 0; i < now.size(); i++) {
            now.get(i).take(tag, in, at + 1, to - 1);
        }
        return true;
    }

    // ---- device

    @Override
    protected BrowseCursor openBrowse(BrowseFilter filter) {
        AtomicReference<String> last = new AtomicReference<>("");
        return new Pages(filter, () -> {
            List<BrowseNode> nodes = new ArrayList<>();
            for (String line : ask("LIST " + last + "\n", line -> line.equals("."))) {
                if (!line.equals(".")) {
                    String name = line.substring(0, Math.max(0, line.indexOf(':')));
                    nodes.add(new BrowseNode(name, type(line), line.substring(name.length() + 1), "", false));
                    last.set(name);
                }
            }
            return nodes;
        });
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        String[] words = ask("INFO\n", line -> true).get(0).split(" ", 3);
        if (words.length != 3) {
            throw new MalformedFrameException("INFO has " + words.length + " words instead of 3", 0);
        }
        return new DeviceInfo(words[0], words[1], words[2], Map.of());
    }

    @Override
    protected void disconnect() {
        link.close();
    }

    // ---- requests

    /** What is done with the answer to a request. */
    @FunctionalInterface
    private interface Answered {
        void take(int i, String answer) throws ConnectorException;
    }

    /** Sends requests that have an answer of one line each, all at once; null for none. */
    private void askEach(int count, IntFunction<@Nullable String> request, Answered answered)
            throws ConnectorException {
        StringBuilder lines = new StringBuilder();
        int[] asked = new int[count];
        int requests = 0;
        for (int i = 0; i < count; i++) {
            String line = request.apply(i);
            if (line != null) {
                lines.append(line).append('\n');
                asked[requests++] = i;
            }
        }
        if (requests == 0) {
            return;
        }
        AtomicInteger open = new AtomicInteger(requests);
        List<String> answers = ask(lines.toString(), line -> open.decrementAndGet() == 0);
        for (int i = 0; i < requests; i++) {
            answered.take(asked[i], answers.get(i));
        }
    }

    /** Sends requests and collects the lines that come, up to one that is the last. */
    private List<String> ask(String requests, Predicate<String> isLast) throws ConnectorException {
        List<String> answer = new ArrayList<>();
        link.request(ByteBuffer.wrap(requests.getBytes(StandardCharsets.US_ASCII)), (in, from, to) -> {
            byte[] line = new byte[to - 1 - from];
            in.get(from, line);
            answer.add(new String(line, StandardCharsets.US_ASCII));
            return isLast.test(answer.get(answer.size() - 1));
        });
        return answer;
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
    private static DataType type(String answer) throws MalformedFrameException {
        int from = answer.indexOf(':') + 1;
        try {
            return DataType.parse(answer.substring(from));
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException("answer '" + answer + "': " + e.getMessage(), from);
        }
    }
}
