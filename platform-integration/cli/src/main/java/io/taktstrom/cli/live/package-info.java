/**
 * What whoever sits in front of a running deployment sees of it.
 *
 * <pre>
 *   pipelines --> Sink -->     Board (a table: LatestRow each)  --.
 *                      '-----> SampleLines (CSV, JSON)  ----------+--> Screen --> Terminal
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.live;

import org.jspecify.annotations.NullMarked;
