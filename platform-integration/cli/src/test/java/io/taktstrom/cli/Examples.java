package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;

import static org.assertj.core.api.Assertions.assertThat;

/** The deployment files of docs, on simulated PLCs and the servers of tests. */
final class Examples {

    private static final Path FOLDER = Path.of("../../docs/examples");

    private Examples() {}

    static String text(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name));
    }

    /**
     * A copy in another folder, on other ports.
     *
     * @param former the server as the example names it
     */
    static Path copy(String name, Path folder, AdsSimulator plc, String former, String actual) throws IOException {
        String text = text(name);
        assertThat(text).contains(former, "port: 48898");
        return Files.writeString(
                folder.resolve(name), text.replace(former, actual).replace("port: 48898", "port: " + plc.port()));
    }

    /** The press of write-back.yaml. */
    static AdsSimulator press() throws IOException {
        return AdsSimulator.builder().model(AdsModel.parse("""
                        symbols:
                          MAIN.fSetpoint: {type: LREAL, value: 20}
                          MAIN.sMode: {type: STRING(10), value: hand}
                          MAIN.fForce: {type: LREAL, value: 17.5}
                        """)).start();
    }

    /** The oven of write-back.yaml. */
    static OpcUaSimulator oven() throws IOException {
        return OpcUaSimulator.builder()
                .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("points:\n  oven.target: Double\n"))
                .start();
    }

    /** A copy of write-back.yaml on these, with a free port for commands. */
    static Path writeBack(Path folder, AdsSimulator press, OpcUaSimulator oven, Path token) throws IOException {
        return Files.writeString(
                folder.resolve("write-back.yaml"),
                text("write-back.yaml")
                        .replace("host: 192.0.2.10", "host: 127.0.0.1\n    port: " + press.port())
                        .replace("host: 192.0.2.20", "host: 127.0.0.1\n    port: " + oven.port())
                        .replace("port: 8480", "port: 0")
                        .replace("${env:MES_TOKEN}", "${file:" + token + "}"));
    }

    /**
     * How many samples a run has published, which was all of them.
     *
     * @param pipeline its name, or an empty text for the only one
     */
    static long published(Ran ran, String pipeline) {
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(ExitCode.GOOD);
        PrintedAccount account = PrintedAccount.of(ran.out(), pipeline);
        assertThat(account.published()).isEqualTo(account.received());
        return account.published();
    }
}
