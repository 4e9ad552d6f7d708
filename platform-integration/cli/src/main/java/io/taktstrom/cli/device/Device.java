package io.taktstrom.cli.device;

import java.util.List;

import io.taktstrom.cli.shell.Schemes;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The device that a command talks to, as its first parameter. */
public final class Device {

    @Parameters(
            index = "0",
            paramLabel = "URI",
            completionCandidates = Schemes.class,
            description =
                    "The device, for example ads://10.0.0.5/5.1.2.3.1.1:851. The value of an option may stand elsewhere:"
                            + " '$${env:NAME}' or '$${file:PATH}'; a secret must.")
    private String uri = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** The device of a command that can do without one. */
    public static Device named(String uri, CommandSpec spec) {
        Device device = new Device();
        device.uri = uri;
        device.spec = spec;
        return device;
    }

    /**
     * As the user wrote it.
     *
     * @throws ParameterException when it is wrong, so that nothing is shown in which a secret may stand
     */
    public String shown(Shell shell) {
        endpoint(shell);
        return uri;
    }

    public ConnectorProvider provider(Shell shell) {
        int colon = uri.indexOf("://");
        try {
            return shell.providers().connector(colon < 0 ? uri : uri.substring(0, colon));
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    public Endpoint endpoint(Shell shell) {
        try {
            return provider(shell).descriptor().parseSeen(uri);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    /** Opens a session; what the device lets us know goes to the user. */
    public Connection connect(Shell shell) throws ConnectorException {
        return provider(shell).connect(endpoint(shell), new ConnectContext(EpochNanoClock.system(), shell.notices()));
    }

    /**
     * Opens a session for these points.
     *
     * @throws ParameterException when one of them can be none of this device; then no device was asked
     */
    public Connection connect(Shell shell, List<DataPoint> points) throws ConnectorException {
        Endpoint endpoint = endpoint(shell);
        for (DataPoint point : points) {
            String complaint = provider(shell).validate(endpoint, point).orElse("");
            if (!complaint.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "'" + point.address() + "': " + complaint);
            }
        }
        return connect(shell);
    }

    private ParameterException wrong(IllegalArgumentException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
