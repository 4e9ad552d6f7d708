/**
 * The connector section of oktoflow's model, which is written in IVML: records, connectors, sources of service meshes.
 *
 * <pre>
 *   deployment file --Deployment--&gt; IvmlExport --&gt; text, point addresses for each connector
 *   text --IvmlScanner--&gt; tokens --IvmlParser--&gt; IvmlFile --IvmlImport--&gt; deployment file
 * </pre>
 *
 * <p>Of the language, what stands in models: declarations with their values. Constraints, functions and generators are passed over.
 */
@NullMarked
package io.taktstrom.oktoflow.ivml;

import org.jspecify.annotations.NullMarked;
