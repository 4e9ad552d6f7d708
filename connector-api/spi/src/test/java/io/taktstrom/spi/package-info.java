@org.jspecify.annotations.NullMarked
package io.taktstrom.spi;
