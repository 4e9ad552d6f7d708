/**
 * Servers and clients of other projects, in processes of their own.
 *
 * <pre>
 *  test --> PeerProcess: told line by line         ServerProcess: PostgresServer, InfluxServer
 *       --> PeerChecks: each check of a client is a test
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.peer;

import org.jspecify.annotations.NullMarked;
