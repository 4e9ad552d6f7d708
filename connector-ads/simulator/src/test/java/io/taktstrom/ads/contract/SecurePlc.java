package io.taktstrom.ads.contract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import io.taktstrom.ads.AdsProvider;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.AdsSimulatorBuilder;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.kit.trust.Certificates;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.kit.trust.TrustStore.Verdict;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.testkit.peer.TestCertificate;

/** A simulated PLC with Secure ADS, and what a client of it needs: a folder for each side. */
final class SecurePlc implements AutoCloseable {

    static final String IDENTITY = "Line4";
    static final String PASSWORD = "a long secret";

    final AdsSimulator simulator;
    final TrustStore ofPlc;
    final TrustStore ofClient;
    private final Map<String, String> options = new TreeMap<>();

    private SecurePlc(String security, Path folder, UnaryOperator<AdsSimulatorBuilder> how) throws IOException {
        ofPlc = new TrustStore(folder.resolve("plc"));
        ofClient = new TrustStore(folder.resolve("client"));
        simulator = how.apply(
                        AdsSimulator.builder().model(AdsModel.parse("symbols: {MAIN.x: {type: DINT, value: 42}}")))
                .start();
        with("connectTimeout", "20s").with("pki", ofClient.folder().toString()).with("security", security);
    }

    static SecurePlc selfSigned(Path folder) throws IOException {
        return new SecurePlc("self-signed", folder, plc -> plc.selfSigned(folder.resolve("plc")));
    }

    static SecurePlc psk(Path folder) throws IOException {
        return new SecurePlc("psk", folder, plc -> plc.preSharedKey(IDENTITY, PASSWORD));
    }

    /** Each side has a certificate, and trusts the authority of the other one. */
    static SecurePlc ca(Path folder, TestCertificate plc, TestCertificate client) throws IOException {
        SecurePlc secure = new SecurePlc(
                "ca", folder, builder -> builder.certificate(folder.resolve("plc"), plc.certificate(), plc.key()));
        secure.ofPlc.put(Certificates.read(client.ca()), Verdict.TRUSTED);
        secure.ofClient.put(Certificates.read(plc.ca()), Verdict.TRUSTED);
        return secure.with("certificate", client.certificate().toString())
                .with("key", client.key().toString());
    }

    /** Gives the client another option. */
    SecurePlc with(String option, String value) {
        options.put(option, value);
        return this;
    }

    /** An operator accepts all that waits in a folder. */
    static void acceptAll(TrustStore store) throws IOException {
        for (TrustStore.Entry entry : store.list()) {
            store.put(entry.certificate(), Verdict.TRUSTED);
        }
    }

    Endpoint endpoint() {
        return endpoint("127.0.0.1", simulator.address().getPort());
    }

    Endpoint endpoint(String host, int port) {
        Map<String, String> all = new TreeMap<>(options);
        all.put("amsNetId", simulator.amsAddress().netId().toString());
        return new AdsProvider().descriptor().endpoint(host, port, all);
    }

    Connection connect() throws IOException {
        return new AdsProvider().connect(endpoint(), ConnectContext.standard());
    }

    @Override
    public void close() {
        simulator.close();
    }
}
