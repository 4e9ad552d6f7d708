"""Runs benchmarks and reports them: starts servers and contenders, keeps raw figures, writes tables and plots."""
