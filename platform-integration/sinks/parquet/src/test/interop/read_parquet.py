"""Reads Parquet files with Apache Arrow. A line of standard input is a file; the answer is "ok " and a JSON list of its rows."""

import json
import math
import sys

import pyarrow.parquet as pq


def plain(value):
    """What JSON has no word for is text; numbers are text with all their digits."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else repr(value).replace("inf", "Infinity")
    if isinstance(value, list):
        return dict(value)
    return value


print("ready", flush=True)
for line in sys.stdin:
    try:
        table = pq.read_table(line.rstrip("\n"))
        # Times as the nanoseconds that they are: Python's own have microseconds.
        for name in ("sourceTime", "receivedAt"):
            assert str(table.schema.field(name).type) == "timestamp[ns, tz=UTC]", table.schema
            table = table.set_column(table.schema.get_field_index(name), name, table[name].cast("int64"))
        rows = [{key: plain(value) for key, value in row.items()} for row in table.to_pylist()]
        print("ok " + json.dumps(rows), flush=True)
    except Exception as e:  # The test shows it.
        print("failed " + repr(e), flush=True)
