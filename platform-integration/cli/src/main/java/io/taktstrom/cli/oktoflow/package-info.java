/**
 * Models of oktoflow in and out: the connectors of a deployment as IVML, and back.
 *
 * <pre>
 *   export ivml: deployment file --&gt; IvmlExport --&gt; model, point addresses
 *   import ivml: model --&gt; IvmlImport --&gt; deployment file
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.oktoflow;

import org.jspecify.annotations.NullMarked;
