"""Programs of click, made from a seed; see round_trip_argparse.py."""

import json
import random
import sys
from contextlib import redirect_stdout

import click
from atip_agent import describe

from round_trip_argparse import TEXTS

POSITIONALS = ["none", "one", "two", "optional", "many", "some", "pair", "ints", "choice", "path", "list-first", "raw"]
LETTERS = "abcdefgijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Case:
    """One program, and one call of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.values = []
        self.expected = {}
        self.words = []
        self.count = 0
        self.got = {}
        depth = self.random.choice([0, 0, 1, 1, 2])
        groups = []
        for level in range(depth):
            self.is_group = True
            params = self.options(self.random.randint(0, 2), required=level == 0)
            groups.append(click.Group("tool", params=params, callback=self.keep))
            self.words.append(self.random.choice(["add", "rm", "list", "x-y"]))
        self.is_group = False
        positionals = self.positionals()
        command = click.Command(
            "tool", params=[*self.options(self.random.randint(0, 4)), *positionals], callback=self.keep
        )
        for group, word in zip(reversed(groups), reversed(self.words)):
            for other in ("other", "more"):
                group.add_command(click.Command(other))
            group.add_command(command, word)
            command = group
        self.command = command

    def keep(self, **values):
        self.got.update(values)

    def text(self):
        return self.random.choice(TEXTS)

    def number(self):
        return self.random.choice([0, 1, -7, 2**40, 12])

    def give(self, flag, value, dest, expected):
        self.values.append([flag, value])
        self.expected[dest] = expected

    def options(self, count, required=True):
        return [self.option(required) for _ in range(count)]

    def option(self, required):
        """Options that are asked for are given: without them the program would ask."""
        self.count += 1
        name = f"opt{self.count}"
        letter = LETTERS[self.count]
        flags = self.random.choice([[f"--{name}"], [f"-{letter}", f"--{name}"], [f"-{letter}"]])
        kind = self.random.choice(sorted(KINDS))
        settings, value, expected, secondary = KINDS[kind](self)
        if secondary is not None:
            flags = [f"--{name}{secondary.replace('NAME', name)}"]
        option = click.Option([*flags, name], help="Some help", **settings)
        given = flags[-1].partition("/")[0]
        if kind == "no":
            given = f"--no-way-{name}"
        if self.random.random() < 0.2 and required and not option.is_flag and not option.count:
            option.required = True
        elif self.random.random() < 0.2 and option.prompt is None:
            return option
        self.give(given, value, name, expected)
        return option

    def positionals(self):
        kind = self.random.choice(POSITIONALS)
        first, second = self.text(), self.text()
        if kind == "none":
            return []
        if kind in ("one", "two"):
            self.give(None, first, "first", first)
        if kind == "one":
            return [click.Argument(["first"])]
        if kind == "two":
            self.give(None, second, "second", second)
            return [click.Argument(["first"]), click.Argument(["second"])]
        if kind == "optional":
            self.give(None, first, "maybe", first)
            return [click.Argument(["maybe"], required=False, default="none")]
        if kind in ("many", "some", "raw"):
            many = [self.text() for _ in range(self.random.randint(1, 3))]
            self.give(None, many, "many", many)
            return [
                click.Argument(
                    ["many"], nargs=-1, required=kind == "some", type=click.UNPROCESSED if kind == "raw" else None
                )
            ]
        if kind == "pair":
            self.give(None, first, "pair", [first, 5])
            self.values.append([None, 5])
            return [click.Argument(["pair"], nargs=2, type=(str, int))]
        if kind == "ints":
            numbers = [self.number(), self.number()]
            self.give(None, [str(number) for number in numbers], "numbers", numbers)
            return [click.Argument(["numbers"], nargs=-1, type=int)]
        if kind == "choice":
            self.give(None, "-a", "choice", "-a")
            return [click.Argument(["choice"], type=click.Choice(["-a", "b", "c d"]))]
        if kind == "path":
            self.give(None, "some/dir/-x", "path", "some/dir/-x")
            return [click.Argument(["path"], type=click.Path())]
        self.give(None, ["a", "-b"], "many", ["a", "-b"])
        self.give(None, second, "last", second)
        return [click.Argument(["many"], nargs=-1), click.Argument(["last"])]


def _both_ways(case):
    chosen = case.random.random() < 0.5
    return {"default": case.random.choice([True, False])}, chosen, chosen, "/--no-NAME"


def _multiple(case):
    items = [case.text() for _ in range(case.random.randint(1, 3))]
    return {"multiple": True}, items, items, None


def _optional_value(case):
    value = case.random.choice(["x", "a b", "=c"])
    return {"is_flag": False, "flag_value": "alone"}, value, value, None


def _optional_choice(case):
    alone = case.random.random() < 0.5 and not case.is_group
    settings = {"is_flag": False, "flag_value": "always", "type": click.Choice(["always", "never"])}
    return settings, True if alone else "never", "always" if alone else "never", None


def _same(settings, choose):
    def make(case):
        value = choose(case)
        return dict(settings), value, value, None

    return make


KINDS = {
    "text": _same({}, Case.text),
    "int": _same({"type": int, "default": 5}, Case.number),
    "range": _same({"type": click.IntRange(-10, None)}, Case.number),
    "float": _same({"type": float}, lambda case: case.random.choice([0.5, -1.25, 1e10])),
    "choice": _same(
        {"type": click.Choice(["fast", "slow down", "-dash"])},
        lambda case: case.random.choice(["fast", "slow down", "-dash"]),
    ),
    "upper-choice": lambda case: ({"type": click.Choice(["Fast", "slow"], case_sensitive=False)}, "Fast", "Fast", None),
    "bool": lambda case: ({"type": bool}, "false", False, None),
    "path": _same({"type": click.Path()}, lambda case: case.random.choice(["a/b-c", "/abs/x"])),
    "multiple": _multiple,
    "pair": lambda case: ({"nargs": 2}, ["a", "-b"], ["a", "-b"], None),
    "pairs": lambda case: (
        {"nargs": 2, "multiple": True, "type": (str, int)},
        ["a", "1", "b b", "-2"],
        [["a", 1], ["b b", -2]],
        None,
    ),
    "optional-value": _optional_value,
    "optional-choice": _optional_choice,
    "flag": lambda case: ({"is_flag": True}, True, True, None),
    "flag-value": lambda case: ({"flag_value": "upper"}, True, "upper", None),
    "flag-off": lambda case: ({"is_flag": True, "default": True}, True, False, None),
    "both-ways": _both_ways,
    "yes": lambda case: ({"default": False}, True, True, "/--no-way-NAME"),
    "no": lambda case: ({"default": True}, True, False, "/--no-way-NAME"),
    "count": lambda case: ({"count": True}, 3, 3, None),
    "prompt": _same({"prompt": True}, lambda case: "given"),
    "variable": _same({"envvar": "NOT_SET"}, Case.text),
    "time": lambda case: ({"type": click.DateTime()}, "2024-02-03", "2024-02-03 00:00:00", None),
}


def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, (str, int, float)) else str(value)


def parse(case, argv):
    try:
        with redirect_stdout(sys.stderr):
            case.command.main(argv, prog_name="tool", standalone_mode=False)
    except click.ClickException as error:
        return {"error": error.format_message()}
    return {"got": {key: plain(case.got.get(key)) for key in case.expected}}


def main(task, seed, count):
    cases = [Case(f"{seed} {number}") for number in range(int(count))]
    if task == "make":
        return [
            {"tool": {**describe(case.command), "name": "tool"}, "path": case.words, "values": case.values}
            for case in cases
        ]
    lines = json.load(sys.stdin)
    return [
        None if argv is None else {**parse(case, argv), "expected": case.expected} for case, argv in zip(cases, lines)
    ]


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:]), sys.stdout, default=lambda value: None)
