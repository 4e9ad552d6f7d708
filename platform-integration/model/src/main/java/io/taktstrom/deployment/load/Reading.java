package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.Set;

import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;

/**
 * What all that read one deployment share.
 *
 * @param source the deployment file
 * @param files all that was read besides, in their order
 * @param maxBytes largest file that is read
 */
record Reading(Path source, Set<Path> files, Problems problems, NodeBudget budget, ShapeReader shapes, long maxBytes) {}
