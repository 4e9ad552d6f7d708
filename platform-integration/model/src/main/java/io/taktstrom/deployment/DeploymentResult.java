package io.taktstrom.deployment;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.taktstrom.text.Problem;

/** What became of a deployment file. */
public sealed interface DeploymentResult {

    /** All files that say what the deployment is, in the order in which they were read, the one that was asked for first. */
    Set<Path> files();

    /**
     * The file is right.
     *
     * @param warnings what is right but does nothing, in the order of the file
     * @param places where each connection, scan class, sink and stream comes from, by section and name, such as
     *     {@code connections.press1}
     */
    record Loaded(Deployment deployment, List<Problem> warnings, Set<Path> files, Map<String, String> places)
            implements DeploymentResult {

        public Loaded {
            warnings = List.copyOf(warnings);
            files = ordered(files);
            places = Map.copyOf(places);
        }
    }

    /**
     * The file is wrong.
     *
     * @param problems all that is wrong, in the order of the file; at least one
     */
    record Invalid(List<Problem> problems, Set<Path> files) implements DeploymentResult {

        public Invalid {
            problems = List.copyOf(problems);
            files = ordered(files);
        }

        /** A line each. */
        @Override
        public String toString() {
            return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
        }
    }

    private static Set<Path> ordered(Set<Path> files) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(files));
    }
}
