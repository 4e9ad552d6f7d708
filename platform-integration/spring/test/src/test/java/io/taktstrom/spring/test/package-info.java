/** The slice at work. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.spring.test;
