package io.taktstrom.command;

import io.taktstrom.sink.Sink;

/** A sink whose receivers command, too: an OPC UA server, to which clients write. */
public interface CommandingSink extends Sink {

    /**
     * Says where commands go; called once, before the first inlet is made. A deployment that lets no commands in refuses them.
     *
     * @param gate as long as the sink is open
     */
    void acceptCommands(CommandGate gate);
}
