package io.taktstrom.deployment;

import java.util.List;
import java.util.stream.Collectors;

import io.taktstrom.text.Problem;

/** What became of a deployment file. */
public sealed interface DeploymentResult {

    /**
     * The file is right.
     *
     * @param warnings what is right but does nothing, in the order of the file
     */
    record Loaded(Deployment deployment, List<Problem> warnings) implements DeploymentResult {

        public Loaded {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * The file is wrong.
     *
     * @param problems all that is wrong, in the order of the file; at least one
     */
    record Invalid(List<Problem> problems) implements DeploymentResult {

        public Invalid {
            problems = List.copyOf(problems);
        }

        /** A line each. */
        @Override
        public String toString() {
            return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
        }
    }
}
