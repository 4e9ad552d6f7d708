package io.taktstrom.example.register;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.PlannedReads;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.kit.plan.SpanRules;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.tcp.Framing;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** A session with a device that has registers. */
final class RegisterSession extends GuardedConnection<RegisterGroup> {

    /** A request reads at most 125 registers; one more costs as much as 250 bytes read in vain. */
    private static final SpanRules RULES = SpanRules.requests(125, 2, 250);

    private static final int MAX_WRITE_REGISTERS = 123;
    private static final int HOLDING = 4;

    private final SpanRules rules;
    private final RequestLink link;
    private final WireOrder order;
    private final ObjectPool<RegisterRequest> requests;
    private final AtomicInteger numbers = new AtomicInteger();
    private final PlannedReads.Source source = this::ask;

    RegisterSession(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        this(endpoint, context, RULES, RegisterRequest::new);
    }

    RegisterSession(Endpoint endpoint, ConnectContext context, SpanRules rules, Supplier<RegisterRequest> requests)
            throws ConnectorException {
        super(endpoint, context);
        this.rules = rules;
        this.requests = new ObjectPool<>(requests);
        order = RegisterProvider.WORDS.of(endpoint).equals("swapped") ? WireOrder.WORD_SWAPPED : WireOrder.BIG_ENDIAN;
        link = RequestLink.open(endpoint, context, Framing.counted(4, 6), 260, RequestLink.NOTHING_UNASKED, this::lost);
    }

    @Override
    protected RegisterGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        SettledPoints settled = settle(points);
        List<@Nullable Span> spans = new ArrayList<>();
        for (int i = 0; i < settled.size(); i++) {
            spans.add(span(settled, i));
        }
        PlannedReads reads = new PlannedReads(SpanPlan.of(spans, rules), PlannedReads.Values.unterminatedIn(order));
        reads.markUnavailable(settled, source);
        return new RegisterGroup(this, settled, spans, reads);
    }

    private static @Nullable Span span(SettledPoints settled, int i) {
        try {
            RegisterAddress address = RegisterAddress.parse(settled.addressAt(i));
            settled.settle(i, null, address.type(), ScalarType.WORD);
            int registers = (WireOrder.unterminatedBytes(settled.typeAt(i)) + 1) / 2;
            if (settled.typeAt(i) instanceof ArrayType array && array.element() instanceof StringType) {
                settled.refuse(i, StatusCode.BAD_NOT_SUPPORTED, "is an array of texts; read each text as a point");
            } else if (registers == 0 || registers > MAX_WRITE_REGISTERS) {
                settled.refuse(i, StatusCode.BAD_OUT_OF_RANGE, "needs " + registers + " registers; 1 to 123 are read");
            }
            return settled.isGood(i) ? new Span(HOLDING, address.register(), registers) : null;
        } catch (IllegalArgumentException e) {
            settled.refuse(i, StatusCode.BAD_NODE_ID_INVALID, "is " + e.getMessage());
            return null;
        }
    }

    @Override
    protected void readGroup(RegisterGroup group, SampleBatch into) throws ConnectorException {
        group.reads().read(into, source);
    }

    private int ask(SpanPlan.Piece piece, ByteBuffer image) throws ConnectorException {
        RegisterRequest request = requests.take();
        request.read(piece, image);
        request.number(numbers.incrementAndGet());
        link.request(request.bytes(), request);
        int status = request.status();
        requests.giveBack(request);
        return status;
    }

    @Override
    protected void writeGroup(RegisterGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        for (int i = 0; i < values.size(); i++) {
            if (StatusCode.isGood(statusOut[i])) {
                RegisterRequest request = requests.take();
                DataType type = group.typeAt(values.pointAt(i));
                int valueAt = group.writes().put(values.pointAt(i), request.write());
                statusOut[i] = order.putUnterminated(values, i, type, request.bytes(), valueAt);
                if (StatusCode.isGood(statusOut[i])) {
                    request.number(numbers.incrementAndGet());
                    link.request(request.bytes().flip(), request);
                    statusOut[i] = request.status();
                }
                requests.giveBack(request);
            }
        }
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        int status = ask(new SpanPlan.Piece(new Span(HOLDING, 0, 1), 0, 0), ByteBuffer.allocate(2));
        return new DeviceInfo("Registers at " + where(), "", StatusCode.name(status), Map.of());
    }

    @Override
    protected void disconnect() {
        link.close();
    }
}
