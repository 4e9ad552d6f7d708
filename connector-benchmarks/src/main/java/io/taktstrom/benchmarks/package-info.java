/**
 * The benchmarks' command line: experiments, each with its contenders, its data file and its table.
 *
 * <pre>
 *  Bench --run NAME--> Experiment --> paired / ads / micro --> report (data file, then the table in docs)
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks;

import org.jspecify.annotations.NullMarked;
