package io.taktstrom.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.command.RunningCommands;
import io.taktstrom.runtime.standby.Fence;
import io.taktstrom.runtime.standby.RunningStandby;

/** Checks what a deployment needs of its machine: sinks, buffers, sources of commands, its lease. */
public final class DeploymentCheck {

    private DeploymentCheck() {}

    /**
     * Finds out what would keep the sinks that streams lead to, the buffers on disk, the sources of commands, the receivers and the
     * journal of alarms, and the lease from being used. Leaves nothing behind.
     *
     * @return what is wrong; nothing when all can be used
     */
    public static List<String> problems(Deployment deployment, RunContext context) {
        OpenSinks sinks = new OpenSinks(deployment, context, context.notices(), () -> null, Fence.NONE);
        List<String> wrong = new ArrayList<>();
        deployment.streams().stream()
                .flatMap(stream -> stream.to().stream())
                .distinct()
                .forEach(name -> {
                    try {
                        sinks.check(name);
                    } catch (IOException e) {
                        wrong.add(String.valueOf(e.getMessage()));
                    }
                });
        wrong.addAll(Buffers.check(deployment));
        wrong.addAll(RunningCommands.check(deployment, context.providers(), context.clock(), context.notices()));
        String lease = RunningStandby.check(deployment, context.providers(), context.clock(), context.notices());
        if (!lease.isEmpty()) {
            wrong.add(lease);
        }
        wrong.addAll(RunningAlarms.check(deployment, context.providers(), context.clock()));
        return wrong;
    }
}
