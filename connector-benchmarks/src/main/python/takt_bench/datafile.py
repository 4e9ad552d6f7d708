"""Data files: raw figures of a run, with its command and its machine."""

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path


class WrongUse(Exception):
    """What was asked for cannot be done: which words, or which file, and what to do."""


@dataclass
class DataFile:
    experiment: str
    date: str
    command: str
    before: dict
    after: dict
    figures: dict

    @staticmethod
    def path(docs, experiment):
        return Path(docs, "data", f"{experiment}.json")

    def write(self, docs):
        path = self.path(docs, self.experiment)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(_without_nan(asdict(self)), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    @staticmethod
    def read(path):
        if not Path(path).is_file():
            raise WrongUse(f"file not found: {path}")
        return DataFile.parse(Path(path).read_text(encoding="utf-8"), path)

    @staticmethod
    def parse(text, path):
        """What a file of another version lacks about its machine is left empty."""
        try:
            root = json.loads(text)
        except ValueError as e:
            raise WrongUse(f"{path} is not a data file of ./takt bench: {e}") from e
        if (not isinstance(root, dict) or not isinstance(root.get("experiment"), str)
                or not isinstance(root.get("figures"), dict)):
            raise WrongUse(f"{path} has no figures of an experiment; ./takt bench run writes such files")
        return DataFile(root["experiment"], root.get("date", "unknown"), root.get("command", "unknown"),
                        root.get("before", {}), root.get("after", {}), root["figures"])


def _without_nan(value):
    """JSON has no NaN."""
    if isinstance(value, dict):
        return {key: _without_nan(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_without_nan(entry) for entry in value]
    return "NaN" if isinstance(value, float) and math.isnan(value) else value
