package io.taktstrom.deployment.load;

import java.nio.file.Path;

import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;

/**
 * What all that read one deployment share.
 *
 * @param source the deployment file
 * @param maxBytes largest file that is read
 */
record Reading(Path source, Problems problems, NodeBudget budget, ShapeReader shapes, long maxBytes) {}
