/**
 * A sink and a stage, as the page on writing them shows them.
 *
 * <pre>
 *  stream a --SpoolSink.Inlet--+
 *                              +--> folder/a.1795331109000000001.000000000001.spool, a. ... .000000000002.spool, ...
 *  stream b --SpoolSink.Inlet--+         each whole, or not there
 * </pre>
 */
@NullMarked
package io.taktstrom.example;

import org.jspecify.annotations.NullMarked;
