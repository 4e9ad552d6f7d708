package io.taktstrom.runtime.reload;

import java.io.IOException;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.Connectors;

/** A simulated PLC that counts in each cycle of 2 ms. */
final class CountingPlc implements ReloadedDevice {

    private final AdsSimulator plc;
    private final String address;
    private final String first;
    private final String second;

    /**
     * @param types of the model
     * @param symbol each of ten, with its number for %d
     * @param address of a variable, with its number for %d
     * @param first the options of the scan class, and those that it gets
     */
    CountingPlc(String types, String symbol, String address, String first, String second) throws IOException {
        StringBuilder model = new StringBuilder("taskCycle: 2ms\n" + types + "symbols:\n");
        for (int i = 0; i < variables(); i++) {
            model.append("  " + symbol.formatted(i) + "\n");
        }
        plc = AdsSimulator.builder()
                .model(AdsModel.parse(model.toString()))
                .bindPort(0)
                .start();
        this.address = address;
        this.first = first;
        this.second = second;
    }

    static CountingPlc ofVariables(String first, String second) throws IOException {
        return new CountingPlc("", "MAIN.c%d: {type: DINT, waveform: counter}", "MAIN.c%d", first, second);
    }

    @Override
    public String connection() {
        Endpoint endpoint = Connectors.provider("ads").descriptor().parse(plc.endpointUri());
        return "type: ads, host: %s, port: %d, amsNetId: %s, localAmsNetId: \"%s\""
                .formatted(
                        endpoint.host(),
                        endpoint.port(),
                        endpoint.options().get("amsNetId"),
                        endpoint.options().getOrDefault("localAmsNetId", ""));
    }

    @Override
    public String address(int variable) {
        return address.formatted(variable);
    }

    @Override
    public String scanClass(boolean other) {
        return other ? second : first;
    }

    @Override
    public void close() {
        plc.close();
    }
}
