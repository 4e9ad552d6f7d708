/**
 * Commands over HTTP: one request, one command, one answer.
 *
 * <pre>
 *  POST /commands --> HttpPort --> HttpCommands: path, host, token --submit--> CommandGate
 *  200, 409, 410, 422, 502, 503, 504, with JSON &lt;---- CommandAnswer ---------------'
 * </pre>
 */
@NullMarked
package io.taktstrom.commands.http;

import org.jspecify.annotations.NullMarked;
