package io.taktstrom.cli.doctor;

import java.util.Map;

import io.taktstrom.model.DeviceInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckupTest {

    @Test
    void whatADeviceDoesNotSayIsLeftOut() {
        assertThat(Checkup.said(new DeviceInfo("PLC", "3.1.4024", "RUN", Map.of())))
                .isEqualTo("PLC 3.1.4024, RUN");
        assertThat(Checkup.said(new DeviceInfo("Kepware", "", "", Map.of()))).isEqualTo("Kepware");
        assertThat(Checkup.said(new DeviceInfo("", "", "RUN", Map.of()))).isEqualTo("RUN");
        assertThat(Checkup.said(new DeviceInfo("", "", "", Map.of()))).isEmpty();
    }
}
