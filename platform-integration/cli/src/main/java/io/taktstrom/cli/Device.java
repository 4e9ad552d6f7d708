package io.taktstrom.cli;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The device that a command talks to, as its first parameter. */
final class Device {

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

    /**
     * As the user wrote it.
     *
     * @throws ParameterException when it is wrong, so that nothing is shown in which a secret may stand
     */
    String shown(Shell shell) {
        endpoint(provider(shell));
        return uri;
    }

    ConnectorProvider provider(Shell shell) {
        int colon = uri.indexOf("://");
        try {
            return shell.providers().connector(colon < 0 ? uri : uri.substring(0, colon));
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    Endpoint endpoint(ConnectorProvider provider) {
        try {
            return provider.descriptor().parseSeen(uri);
        } catch (IllegalArgumentException e) {
            throw wrong(e);
        }
    }

    /** Opens a session; what the device lets us know goes to the user. */
    Connection connect(Shell shell) throws ConnectorException {
        ConnectorProvider provider = provider(shell);
        ConnectionObserver notices = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                shell.note(message);
            }
        };
        return provider.connect(endpoint(provider), new ConnectContext(EpochNanoClock.system(), notices));
    }

    private ParameterException wrong(IllegalArgumentException e) {
        return new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
}
