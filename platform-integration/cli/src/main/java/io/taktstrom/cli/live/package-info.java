/**
 * The terminal view of a running deployment.
 *
 * <pre>
 *   pipelines --> Sink -->     Board (a table: LatestRow each)  --.
 *                      '-----> SampleLines (CSV, JSON)  ----------+--> Screen --> Terminal
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.live;

import org.jspecify.annotations.NullMarked;
