package io.taktstrom.oktoflow.connector;

import java.io.IOException;

import de.iip_ecosphere.platform.connectors.model.ModelAccess;
import de.iip_ecosphere.platform.connectors.types.AbstractConnectorInputTypeTranslator;

/** Writes what a command says, having stepped into the machine. */
final class CommandTranslator extends AbstractConnectorInputTypeTranslator<MachineCommand, Object> {

    private final String path;

    CommandTranslator(String path) {
        this.path = path;
    }

    @Override
    public Object from(MachineCommand command) throws IOException {
        ModelAccess machine =
                path.isEmpty() ? getModelAccess() : getModelAccess().stepInto(path);
        Boolean start = command.start();
        if (start != null) {
            machine.setBoolean("start", start);
        }
        Integer lotSize = command.lotSize();
        if (lotSize != null) {
            machine.setInt("lotSize", lotSize);
        }
        return command;
    }

    @Override
    public Class<? extends Object> getSourceType() {
        return Object.class;
    }

    @Override
    public Class<? extends MachineCommand> getTargetType() {
        return MachineCommand.class;
    }
}
