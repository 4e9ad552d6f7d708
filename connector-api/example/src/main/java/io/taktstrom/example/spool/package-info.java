/**
 * Example of a sink: one file for each flush unit.
 *
 * <pre>
 *  stream a --SpoolInlet--+
 *                         +--> folder/a.1795331109000000001.000000000001.spool, a. ... .000000000002.spool, ...
 *  stream b --SpoolInlet--+         each whole, or not there
 * </pre>
 */
@NullMarked
package io.taktstrom.example.spool;

import org.jspecify.annotations.NullMarked;
