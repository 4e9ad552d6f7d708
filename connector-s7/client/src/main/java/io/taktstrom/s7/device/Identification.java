package io.taktstrom.s7.device;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.model.DeviceInfo;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.spi.ConnectorException;

/** Who a device is. */
public final class Identification {

    private static final String UNNAMED = "S7 device";

    private Identification() {}

    /** Of a device that is not asked, as it would end the connection: only that it answers. */
    public static DeviceInfo without(Carrier cpu) throws ConnectorException {
        cpu.checkAlive();
        return new DeviceInfo(UNNAMED, "", "UNKNOWN", agreed(cpu));
    }

    public static DeviceInfo of(Inquiry inquiry) throws ConnectorException {
        ByteBuffer identification = inquiry.statusList(Szl.IDENTIFICATION);
        ByteBuffer component = inquiry.statusList(Szl.COMPONENT);
        ByteBuffer mode = inquiry.statusList(Szl.MODE);
        if (!identification.hasRemaining() && !component.hasRemaining()) {
            inquiry.cpu().checkAlive();
        }
        String order = Szl.text(identification, Szl.ORDER_NUMBER, Szl.ORDER_NUMBER_BYTES);
        String type = Szl.text(component, Szl.MODULE_TYPE, Szl.NAME_BYTES);
        Map<String, String> details = agreed(inquiry.cpu());
        detail(details, "orderNumber", order);
        detail(details, "systemName", Szl.text(component, Szl.SYSTEM_NAME, Szl.NAME_BYTES));
        detail(details, "moduleName", Szl.text(component, Szl.MODULE_NAME, Szl.NAME_BYTES));
        detail(details, "serialNumber", Szl.text(component, Szl.SERIAL_NUMBER, Szl.NAME_BYTES));
        String name = type.isEmpty() ? order : type;
        return new DeviceInfo(name.isEmpty() ? UNNAMED : name, Szl.firmware(identification), Szl.mode(mode), details);
    }

    private static Map<String, String> agreed(Carrier cpu) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("pdu", String.valueOf(cpu.answerBytes()));
        details.put("maxInFlight", String.valueOf(cpu.jobs()));
        return details;
    }

    private static void detail(Map<String, String> details, String name, String value) {
        if (!value.isEmpty()) {
            details.put(name, value);
        }
    }
}
