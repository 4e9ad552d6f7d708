package io.taktstrom.cli.doctor;

import java.util.Map;

import io.taktstrom.model.DeviceInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DoctorCommandTest {

    @Test
    void whatADeviceDoesNotSayIsLeftOut() {
        assertThat(DoctorCommand.description(new DeviceInfo("PLC", "3.1.4024", "RUN", Map.of())))
                .isEqualTo("PLC 3.1.4024, RUN");
        assertThat(DoctorCommand.description(new DeviceInfo("Kepware", "", "", Map.of())))
                .isEqualTo("Kepware");
        assertThat(DoctorCommand.description(new DeviceInfo("", "", "RUN", Map.of())))
                .isEqualTo("RUN");
        assertThat(DoctorCommand.description(new DeviceInfo("", "", "", Map.of())))
                .isEmpty();
    }
}
