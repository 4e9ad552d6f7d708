package io.taktstrom.oktoflow.ivml;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a file says.
 *
 * @param imports names of projects
 * @param parents of compounds, by the compound's name; an empty text for none
 * @param declarations in the file's order
 */
record IvmlFile(String project, List<String> imports, Map<String, String> parents, List<Declaration> declarations) {

    /** @param value null for one that has none */
    record Declaration(String type, String name, @Nullable IvmlValue value, Mark at) {}
}
