"""Programs of argparse, made from a seed, with values and with what their own parser must make of these.

`make SEED COUNT` writes documents and values; `parse SEED COUNT` reads a command line for each, and says what the parser got.
"""

import argparse
import json
import pathlib
import random
import sys

from atip_agent import describe

TEXTS = [
    "plain",
    "two words",
    "ä\u00f6\u4e2d",
    "a=b",
    "--looks-like",
    "-x",
    "it's",
    'say "no"',
    "",
    "=b",
    "@file",
    "+plus",
    "a\nb",
    "$HOME",
    "*",
    "-5",
]


POSITIONALS = ["none", "one", "two", "optional", "star", "plus", "pair", "ints", "choice", "path", "rest", "list-last"]


class Case:
    """One program, and one call of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.values = []  # of (flag or None, value), in order
        self.expected = {}
        self.words = []
        self.parser = argparse.ArgumentParser(prog="tool", description="A tool")
        self.count = 0
        parser = self.parser
        for level in range(self.random.choice([0, 0, 1, 1, 2])):
            if level < 2:
                self.add_options(parser, self.random.randint(0, 2), required=level == 0, followed=True)
            name = self.random.choice(["add", "rm", "list", "x-y"])
            self.words.append(name)
            commands = parser.add_subparsers(dest=f"command{level}", required=True)
            others = [one for one in ("other", "more") if one != name]
            for other in others:
                commands.add_parser(other)
            parser = commands.add_parser(name, aliases=[f"{name}-alias"], help="Does it")
        kind = self.random.choice(POSITIONALS)
        self.add_options(parser, self.random.randint(0, 4), followed=kind == "rest")
        self.add_positionals(parser, kind)

    def text(self):
        return self.random.choice(TEXTS)

    def number(self):
        return self.random.choice([0, 1, -7, 2**40, 12])

    def add_options(self, parser, count, required=True, followed=False):
        for _ in range(count):
            self.add_option(parser, required, followed)
        if self.random.random() < 0.3:
            self.add_exclusive(parser)

    def add_exclusive(self, parser):
        group = parser.add_mutually_exclusive_group()
        names = [self.name() for _ in range(3)]
        for name in names:
            group.add_argument(f"--{name}", action="store_true")
        chosen = self.random.choice(names)
        self.give(f"--{chosen}", True, chosen, True)

    def name(self):
        self.count += 1
        # They differ by case too.
        return self.random.choice(["opt", "Opt", "long-opt"]) + str(self.count)

    def give(self, flag, value, dest, expected):
        self.values.append([flag, value])
        self.expected[dest.replace("-", "_")] = expected

    def add_option(self, parser, required, followed):
        name = self.name()
        flags = self.random.choice([[f"--{name}"], [f"-{'abcdefgjklmnopqrstuvwxyzABCDEFG'[self.count]}", f"--{name}"]])
        kind = self.random.choice(sorted(KINDS))
        if kind == "short":
            flags = flags[:1] if len(flags) == 2 else [f"-{'HIJKLMNOPQRSTUVWXYZ012'[self.count]}"]
            name = f"dest{self.count}"
        settings, value, expected = KINDS[kind](self)
        if followed and settings.get("nargs") in ("?", "+", "*") and settings.get("action") is None:
            # With words behind it the option has exactly one value.
            value = self.random.choice(["one", "a b", "-x", "=b"])
            expected = value if settings["nargs"] == "?" else [value]
        if self.random.random() < 0.2 and required and settings.get("action") in (None, "append"):
            settings["required"] = True
        elif self.random.random() < 0.2:
            value = None
        parser.add_argument(*flags, dest=name.replace("-", "_"), help="Some %(prog)s help", **settings)
        if value is not None:
            self.give(flags[-1], value, name, expected)

    def add_positionals(self, parser, kind):
        if kind == "none":
            return
        first = self.text()
        if kind in ("one", "two", "list-last"):
            parser.add_argument("first")
            self.give(None, first, "first", first)
        if kind == "two":
            second = self.text()
            parser.add_argument("second")
            self.give(None, second, "second", second)
        if kind == "optional":
            parser.add_argument("maybe", nargs="?", default="none")
            self.give(None, first, "maybe", first)
        if kind in ("star", "plus", "list-last"):
            many = [self.text() for _ in range(self.random.randint(1, 3))]
            parser.add_argument("many", nargs="+" if kind == "plus" else "*")
            self.give(None, many, "many", many)
        if kind == "pair":
            pair = [self.text(), self.text()]
            parser.add_argument("pair", nargs=2)
            self.give(None, pair[0], "pair", pair)
            self.values.append([None, pair[1]])
        if kind == "ints":
            numbers = [self.number(), self.number()]
            parser.add_argument("numbers", nargs="+", type=int)
            self.give(None, [str(number) for number in numbers], "numbers", numbers)
        if kind == "choice":
            parser.add_argument("choice", choices=["-a", "b", "c d"])
            self.give(None, "b", "choice", "b")
        if kind == "path":
            parser.add_argument("path", type=pathlib.Path)
            self.give(None, "some/dir/-x", "path", "path:some/dir/-x")
        if kind == "rest":
            rest = ["ls", "-l", "--", "--color"]
            parser.add_argument("program", nargs=argparse.REMAINDER)
            self.give(None, rest, "program", rest)


def _store(case):
    text = case.text()
    return {}, text, text


def _int(case):
    number = case.number()
    return {"type": int, "default": 5}, number, number


def _float(case):
    number = case.random.choice([0.5, -1.25, 3.0, 1e10])
    return {"type": float}, number, number


def _choice(case):
    chosen = case.random.choice(["fast", "slow down", "-dash"])
    return {"choices": ["fast", "slow down", "-dash"], "default": "fast"}, chosen, chosen


def _int_choice(case):
    chosen = case.random.choice([1, 2, 3])
    return {"type": int, "choices": range(1, 4)}, chosen, chosen


def _many_choices(case):
    return {"type": int, "choices": range(100000)}, 77777, 77777


def _append(case):
    items = [case.text() for _ in range(case.random.randint(1, 3))]
    return {"action": "append"}, items, items


def _append_pairs(case):
    return {"action": "append", "nargs": 2}, ["a", "b", "c", "d d"], [["a", "b"], ["c", "d d"]]


def _extend(case):
    return {"action": "extend", "nargs": "+"}, ["a", "b c"], ["a", "b c"]


def _nargs(how):
    def make(case):
        items = [case.random.choice(["a", "b c", "ä", "1"]) for _ in range(2)]
        return {"nargs": how}, items, items

    return make


def _optional_value(case):
    if case.random.random() < 0.5:
        return {"nargs": "?", "const": "alone", "default": "absent"}, True, "alone"
    text = case.text()
    return {"nargs": "?", "const": "alone", "default": "absent"}, text, text


def _both_ways(case):
    chosen = case.random.random() < 0.5
    return (
        {"action": argparse.BooleanOptionalAction, "default": case.random.choice([True, False, None])},
        chosen,
        chosen,
    )


KINDS = {
    "store": _store,
    "short": _store,
    "int": _int,
    "float": _float,
    "choice": _choice,
    "int-choice": _int_choice,
    "many-choices": _many_choices,
    "append": _append,
    "append-pairs": _append_pairs,
    "extend": _extend,
    "nargs-2": _nargs(2),
    "nargs-plus": _nargs("+"),
    "nargs-star": _nargs("*"),
    "optional-value": _optional_value,
    "both-ways": _both_ways,
    "true": lambda case: ({"action": "store_true"}, True, True),
    "false": lambda case: ({"action": "store_false"}, True, False),
    "const": lambda case: ({"action": "store_const", "const": 42}, True, 42),
    "append-const": lambda case: ({"action": "append_const", "const": "c"}, True, ["c"]),
    "count": lambda case: ({"action": "count", "default": 0}, 3, 3),
    "path": lambda case: ({"type": pathlib.Path}, "a/b-c", "path:a/b-c"),
}


def plain(value):
    if isinstance(value, pathlib.PurePath):
        return f"path:{value}"
    return [plain(one) for one in value] if isinstance(value, list) else value


def parse(case, argv):
    try:
        found = vars(case.parser.parse_args(argv))
    except SystemExit as end:
        return {"error": end.code}
    return {"got": {key: plain(found.get(key)) for key in case.expected}}


def main(task, seed, count):
    cases = [Case(f"{seed} {number}") for number in range(int(count))]
    if task == "make":
        return [{"tool": describe(case.parser), "path": case.words, "values": case.values} for case in cases]
    lines = json.load(sys.stdin)
    return [
        None if argv is None else {**parse(case, argv), "expected": case.expected} for case, argv in zip(cases, lines)
    ]


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:]), sys.stdout, default=lambda value: None)
