package io.taktstrom.modbus;

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
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.tcp.Framing;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.kit.value.WireOrder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** A session with a Modbus/TCP device: one request at a time. */
final class ModbusSession extends GuardedConnection<ModbusGroup> {

    private final RequestLink link;
    private final WireOrder order;
    private final int unit;
    private final ObjectPool<ModbusRequest> requests;
    private final AtomicInteger numbers = new AtomicInteger();
    private final PlannedReads.Source source = this::ask;

    ModbusSession(Endpoint endpoint, ConnectContext context, Supplier<ModbusRequest> requests)
            throws ConnectorException {
        super(endpoint, context);
        this.requests = new ObjectPool<>(requests);
        unit = ModbusProvider.UNIT.of(endpoint);
        order = ModbusProvider.WORDS.of(endpoint).equals("swapped") ? WireOrder.WORD_SWAPPED : WireOrder.BIG_ENDIAN;
        link = RequestLink.open(
                endpoint,
                context,
                Framing.counted(4, 6),
                ModbusRequest.MAX_BYTES,
                RequestLink.NOTHING_UNASKED,
                this::lost);
    }

    @Override
    protected ModbusGroup makeGroup(List<DataPoint> points) throws ConnectorException {
        SettledPoints settled = settle(points);
        List<@Nullable Span> spans = new ArrayList<>();
        for (int i = 0; i < settled.size(); i++) {
            spans.add(ModbusAddress.resolve(settled, i));
        }
        PlannedReads reads =
                new PlannedReads(SpanPlan.of(spans, ModbusArea.RULES), PlannedReads.Values.unterminatedIn(order));
        reads.markUnavailable(settled, source);
        return new ModbusGroup(this, settled, spans, reads);
    }

    @Override
    protected void readGroup(ModbusGroup group, SampleBatch into) throws ConnectorException {
        group.reads.read(into, source);
    }

    private int ask(SpanPlan.Piece piece, ByteBuffer image) throws ConnectorException {
        ModbusRequest request = requests.take();
        link.request(request.read(numbers.incrementAndGet(), unit, piece, image), request);
        int status = request.status();
        requests.giveBack(request);
        return status;
    }

    @Override
    protected void writeGroup(ModbusGroup group, SampleBatch values, int[] statusOut) throws ConnectorException {
        for (int i = 0; i < values.size(); i++) {
            Span span = group.spans.get(values.pointAt(i));
            if (StatusCode.isGood(statusOut[i]) && span != null) {
                ModbusRequest request = requests.take();
                statusOut[i] = ModbusArea.of(span.area()).isWritable()
                        ? order.putUnterminated(values, i, group.typeAt(values.pointAt(i)), request.value(), 0)
                        : StatusCode.BAD_NOT_WRITABLE;
                if (StatusCode.isGood(statusOut[i])) {
                    link.request(request.write(numbers.incrementAndGet(), unit, span), request);
                    statusOut[i] = request.status();
                }
                requests.giveBack(request);
            }
        }
    }

    @Override
    protected DeviceInfo askDevice() throws ConnectorException {
        SpanPlan.Piece any = new SpanPlan.Piece(new Span(ModbusArea.HR.readFunction(), 0, 1), 0, 0);
        return new DeviceInfo("Modbus at " + where(), "", StatusCode.name(ask(any, ByteBuffer.allocate(2))), Map.of());
    }

    @Override
    protected void disconnect() {
        link.close();
    }
}
