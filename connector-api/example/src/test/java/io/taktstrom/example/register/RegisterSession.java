package io.taktstrom.example.register;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.PlannedReads;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.kit.plan.SpanRules;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.Works;
import io.taktstrom.kit.tcp.Framing;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** A session with a device that has registers. */
final class RegisterSession extends GuardedConnection<RegisterGroup> {

    /** A request reads at most 125 registers; one more costs as much as 250 bytes read in vain. */
    private static final SpanRules RULES = SpanRules.requests(125, 2, 250);

    private static final int MAX_WRITE_REGISTERS = 123;
    private static final int HOLDING = 4;

    private final RequestLink link;
    private final WireOrder order;
    private final Works<RegisterRequest> requests = new Works<>(RegisterRequest::new);
    private final PlannedReads.Source source = this::ask;

    RegisterSession(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        super(endpoint, context);
        order = RegisterProvider.WORDS.of(endpoint).equals("swapped") ? WireOrder.WORD_SWAPPED : WireOrder.BIG_ENDIAN;
        link = RequestLink.open(endpoint, context, Framing.counted(4, 6, 260), RequestLink.NOTHING_UNASKED, this::lost);
    }

    @Override
    protected RegisterGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        SettledPoints settled = settle(points);
        List<@Nullable Span> spans = new ArrayList<>();
        for (int i = 0; i < settled.size(); i++) {
            spans.add(span(settled, i));
        }
        PlannedReads reads = new PlannedReads(SpanPlan.of(spans, RULES), PlannedReads.Values.in(order));
        reads.probe(settled, source);
        return new RegisterGroup(this, settled, spans, reads);
    }

    private static @Nullable Span span(SettledPoints settled, int i) {
        try {
            RegisterAddress address = RegisterAddress.parse(settled.addressAt(i));
            settled.settle(i, null, address.type(), ScalarType.WORD);
            int registers = (settled.typeAt(i).imageBytes() + 1) / 2;
            if (registers == 0 || registers > MAX_WRITE_REGISTERS) {
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
                statusOut[i] = order.put(values, i, type, request.bytes(), valueAt);
                if (StatusCode.isGood(statusOut[i])) {
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
