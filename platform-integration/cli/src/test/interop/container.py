"""Judges the files of our container: the manifests by the schemas of Kubernetes, the Containerfile by hadolint.

Takes the folder of the container. Says a line of JSON for each check. With --rendered it takes manifests from its input, in one file, and
ends with 1 when one is wrong.
"""

import json
import pathlib
import subprocess
import sys

import kubernetes_validate
import yaml

# The oldest and the newest that these schemas have and clusters still run.
VERSIONS = ["1.30", "1.37"]


def say(check, wrong):
    print(json.dumps({"check": check, "ok": not wrong, "detail": wrong.replace("\n", " ")}), flush=True)


def validate(manifest):
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except (kubernetes_validate.ValidationError, kubernetes_validate.InvalidSchemaError) as e:
            return f"{version}: {e}"
    return ""


def lint(text):
    program = pathlib.Path(sys.executable).parent / "hadolint"
    ran = subprocess.run([program, "--no-color", "-"], input=text, capture_output=True, text=True, timeout=60)
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


def refuses_what_is_wrong():
    """A validator that passes everything would pass ours, too."""
    wrong = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"port": 1}}
    if not validate(wrong):
        return "a Service with a field that there is not was taken for a right one"
    return "" if lint("FROM debian:latest\nRUN apt-get install curl\n") else "a sloppy Containerfile was taken for a right one"


if sys.argv[1] == "--rendered":
    results = {}
    for manifest in filter(None, yaml.safe_load_all(sys.stdin)):
        # Kubernetes itself has no schema for what operators define.
        known = manifest["apiVersion"].split("/")[0] != "monitoring.coreos.com"
        results[manifest["kind"]] = validate(manifest) if known else ""
    for kind, wrong in results.items():
        say(kind, wrong)
    sys.exit(1 if any(results.values()) or "StatefulSet" not in results else 0)

folder = pathlib.Path(sys.argv[1])
say("refusesWhatIsWrong", refuses_what_is_wrong())
for path in sorted((folder / "kubernetes").glob("*.yaml")):
    say(path.stem, validate(yaml.safe_load(path.read_text())))
say("containerfile", lint((folder / "Containerfile").read_text()))
