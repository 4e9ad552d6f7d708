/** Tests of the way through Spring Cloud Stream. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.spring.stream;
