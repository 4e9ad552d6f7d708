package io.taktstrom.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HeldPortIT {

    @Test
    void aServerListensOnItAndComesBack() throws IOException {
        try (HeldPort port = new HeldPort()) {
            for (int life = 1; life <= 2; life++) {
                assertThatExceptionOfType(ConnectException.class).isThrownBy(() -> connect(port.address()));
                try (ServerSocket server = new ServerSocket()) {
                    server.setReuseAddress(true);
                    server.bind(port.address());
                    connect(port.address());
                }
            }
        }
    }

    private static void connect(InetSocketAddress address) throws IOException {
        new Socket(address.getAddress(), address.getPort()).close();
    }

    @Test
    void aServerOfOnePortOnlyHasItAtAnAddressOfItsOwn() throws IOException {
        try (HeldPort known = new HeldPort();
                HeldPort same = HeldPort.atAnyAddress(known.number())) {
            assertThat(same.number()).isEqualTo(known.number());
            assertThat(same.address().getAddress()).isNotEqualTo(known.address().getAddress());
        }
    }
}
