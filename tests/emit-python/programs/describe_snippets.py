"""Describes programs that are made of a few lines each: reads a list of [framework, lines], writes what each option and argument became."""

import argparse
import enum
import json
import pathlib
import sys
from typing import List, Optional, Tuple

import click
import typer
from atip_agent import describe

try:
    from typing import Annotated
except ImportError:
    from typing_extensions import Annotated


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "deep blue"


def read(framework, lines):
    fields = dict(globals())
    if framework == "argparse":
        fields["p"] = argparse.ArgumentParser(prog="tool")
    if framework == "click":
        fields["p"] = click.Command("tool", params=[])
        fields["o"] = lambda *words, **settings: fields["p"].params.append(click.Option(words, **settings))
        fields["a"] = lambda *words, **settings: fields["p"].params.append(click.Argument(words, **settings))
    if framework == "typer":
        # The signature alone is told; the first command of an app without others is the app.
        exec(f"def main({lines}): pass", fields)
        fields["p"] = typer.Typer(add_completion=False)
        fields["p"].command()(fields["main"])
    else:
        exec(lines, fields)
    command = describe(fields["p"], name="tool")["commands"][""]
    return [*command.get("arguments", []), *command.get("options", [])]


if __name__ == "__main__":
    json.dump([read(*snippet) for snippet in json.load(sys.stdin)], sys.stdout)
