package io.taktstrom.cli.device;

import java.util.List;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import picocli.CommandLine.Parameters;

/** The device that a command talks to, as its first parameter. */
public final class DeviceUri {

    @Parameters(
            index = "0",
            paramLabel = "URI",
            completionCandidates = ShellCommand.Schemes.class,
            description =
                    "The device, for example ads://10.0.0.5/5.1.2.3.1.1:851. The value of an option can be a reference:"
                            + " '$${env:NAME}' or '$${file:PATH}'; a secret must be one.")
    private String uri = "";

    /** The device of a command for which it is optional. */
    public static DeviceUri of(String uri) {
        DeviceUri device = new DeviceUri();
        device.uri = uri;
        return device;
    }

    /**
     * As the user wrote it.
     *
     * @throws UsageException when it is invalid, so that nothing is shown that may hold a secret
     */
    public String text(Shell shell) {
        endpoint(shell);
        return uri;
    }

    public ConnectorProvider provider(Shell shell) {
        int colon = uri.indexOf("://");
        return UsageException.check(() -> shell.providers().connector(colon < 0 ? uri : uri.substring(0, colon)));
    }

    public Endpoint endpoint(Shell shell) {
        ConnectorProvider provider = provider(shell);
        return UsageException.check(() -> provider.descriptor().parseSeen(uri));
    }

    /**
     * Opens a session for these points.
     *
     * @throws UsageException when an address is invalid; then no device was asked
     */
    public Connection connect(Shell shell, List<DataPoint> points) throws ConnectorException {
        Endpoint endpoint = endpoint(shell);
        for (DataPoint point : points) {
            String complaint = provider(shell).validate(endpoint, point).orElse("");
            if (!complaint.isEmpty()) {
                throw new UsageException("'" + point.address() + "': " + complaint);
            }
        }
        return shell.connect(endpoint);
    }
}
