package io.taktstrom.s7.simulator;

import java.util.List;

import com.github.xingshuangs.iot.protocol.s7.enums.EPlcType;
import com.github.xingshuangs.iot.protocol.s7.service.S7PLC;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The client of iot-communication 1.5.5, in Java and on no other S7 library, finds in the simulator what it finds in a CPU. */
@Timeout(120)
class IotClientIT {

    @AutoClose
    private S7Simulator cpu;

    @AutoClose
    private S7PLC client;

    @BeforeEach
    void start() throws Exception {
        cpu = S7Simulator.builder().model(Peer.model()).start();
        client = new S7PLC(EPlcType.S1200, cpu.address().getAddress().getHostAddress(), cpu.port());
    }

    @Test
    void itReadsScalarsOfAllAreas() {
        assertThat(client.readBoolean("DB1.0.3")).isTrue();
        assertThat(client.readInt16("DB1.2")).isEqualTo((short) -30_000);
        assertThat(client.readInt32("DB1.4")).isEqualTo(-2_000_000_000);
        assertThat(client.readFloat32("DB1.8")).isEqualTo(1.5f);
        assertThat(client.readFloat64("DB1.12")).isEqualTo(-0.25);
        assertThat(client.readUInt16("MW10")).isEqualTo(0x1234);
        assertThat(client.readUInt16("IW4")).isEqualTo(0x5678);
        assertThat(client.readBoolean("Q1.2")).isTrue();
    }

    @Test
    void itReadsManyTogetherAndBlocksLargerThanAPdu() {
        assertThat(client.readInt16(List.of("DB1.100", "DB1.102", "DB1.114")))
                .containsExactly((short) 1, (short) 2, (short) 8);
        byte[] block = client.readByte("DB1.0", 500);
        assertThat(block).hasSize(500);
        assertThat(block[101]).isEqualTo((byte) 1);
    }

    @Test
    void itWrites() {
        client.writeInt32("DB1.200", 42);
        client.writeBoolean("DB1.210.5", true);
        assertThat(cpu.get("DB1.DBD200:DINT")).isEqualTo(42L);
        assertThat(cpu.get("DB1.DBB210")).isEqualTo(0x20L);
    }

    @Test
    void itSeesThatABlockIsNotThere() {
        assertThatThrownBy(() -> client.readInt16("DB77.0")).isInstanceOf(RuntimeException.class);
        assertThat(client.readInt16("DB1.2")).isEqualTo((short) -30_000);
    }
}
