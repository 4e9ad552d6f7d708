@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua.session;
