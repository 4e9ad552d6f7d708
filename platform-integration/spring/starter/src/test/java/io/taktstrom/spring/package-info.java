/** Tests of the starter. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.spring;
