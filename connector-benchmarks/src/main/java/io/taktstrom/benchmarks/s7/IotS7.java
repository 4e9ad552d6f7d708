package io.taktstrom.benchmarks.s7;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import com.github.xingshuangs.iot.protocol.s7.enums.EPlcType;
import com.github.xingshuangs.iot.protocol.s7.service.MultiAddressRead;
import com.github.xingshuangs.iot.protocol.s7.service.S7PLC;
import io.taktstrom.benchmarks.worker.Operation;

/** iot-communication, with the calls that it has for each case. */
final class IotS7 implements Operation {

    private final S7PLC plc;
    private final S7Case work;
    private final List<S7Case.Item> items;
    private final byte[][] contents;
    private final List<List<S7Case.Item>> parts;
    private final List<List<String>> addresses = new ArrayList<>();

    /** @param atOnce how many variables to ask for in one call */
    IotS7(InetSocketAddress address, S7Case work, int atOnce) {
        this.work = work;
        items = work.items();
        contents = items.stream().map(S7Case.Item::content).toArray(byte[][]::new);
        parts = work.inPartsOf(atOnce);
        for (List<S7Case.Item> part : parts) {
            addresses.add(part.stream().map(IotS7::address).toList());
        }
        plc = new S7PLC(EPlcType.S1500, address.getHostString(), address.getPort(), 0, 1, S7Server.PDU_BYTES);
        plc.connect();
    }

    private static String address(S7Case.Item item) {
        return "DB" + S7Case.DB + "." + item.offset();
    }

    @Override
    public void once() throws IOException {
        boolean right = switch (work) {
            case ONE -> plc.readInt32(addresses.get(0).get(0)) == items.get(0).number();
            case THREE -> readsThree();
            case SCATTERED -> readsScattered();
            case KILOBYTE, BLOCK ->
                Arrays.equals(plc.readByte(addresses.get(0).get(0), contents[0].length), contents[0]);
        };
        if (!right) {
            throw new IOException("what was read is not what it must be");
        }
    }

    private boolean readsThree() {
        MultiAddressRead all = new MultiAddressRead();
        for (S7Case.Item item : items) {
            all.addData(address(item), item.bytes());
        }
        List<byte[]> read = plc.readMultiByte(all);
        for (int i = 0; i < read.size(); i++) {
            if (!Arrays.equals(read.get(i), contents[i])) {
                return false;
            }
        }
        return read.size() == items.size();
    }

    private boolean readsScattered() {
        for (int part = 0; part < parts.size(); part++) {
            List<Integer> read = plc.readInt32(addresses.get(part));
            for (int i = 0; i < read.size(); i++) {
                if (read.get(i) != parts.get(part).get(i).number()) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void close() {
        plc.close();
    }
}
