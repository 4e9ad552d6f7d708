/** The guard around every call, tried with connectors that have no device. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.kit.session;
