package io.taktstrom.cli.buffer;

import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.cli.deployment.DeploymentFile;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.runtime.Buffers;
import io.taktstrom.stream.log.LogSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A deployment file, and which of its buffers are meant. */
final class ChosenBuffers {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "STREAM.SINK",
            description = "The buffer of one sink of one stream; without it, all of the file.")
    private String name = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    Deployment deployment(Shell shell) {
        return file.loadQuietly(shell);
    }

    /** By name; at least one. */
    Map<String, LogSettings> of(Deployment deployment) {
        Map<String, LogSettings> all = Buffers.of(deployment);
        if (all.isEmpty()) {
            throw wrong(file.path() + " has no buffer on disk; a stream has one with ring: {onFull: spill}");
        }
        if (name.isEmpty()) {
            return all;
        }
        LogSettings one = all.get(name);
        if (one == null) {
            throw wrong("unknown buffer '" + name + "' in " + file.path() + "; " + Closest.hint(name, all.keySet()));
        }
        Map<String, LogSettings> chosen = new LinkedHashMap<>();
        chosen.put(name, one);
        return chosen;
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
