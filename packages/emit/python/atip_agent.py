"""ATIP for programs of argparse, click and typer, in one file without dependencies. Python 3.9 and later.

Five lines make a program answer ``--agent``, which tells agents what it can do and what that does to the world::

    from atip_agent import READS, with_atip

    parser = make_parser()
    with_atip(parser, effects={"list": READS, "add": {**READS, "filesystem": {"read": True, "write": True, "delete": False}}})
    args = parser.parse_args()

For click and typer it is the command, the group or the app instead of the parser. Copy this file beside your program.
"""

# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import re
import sys

# Only what every program of argparse has loaded anyway: a program that is not asked pays for nothing else.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, TypeVar

    Json = Dict[str, Any]
    Effects = Mapping[str, Mapping[str, Any]]
    Program = TypeVar("Program")

__all__ = ["READS", "describe", "with_atip"]

#: Effects of a command that reads what it is told to read and says something about it; with ``**READS`` the start of others.
READS: Dict[str, Any] = {
    "filesystem": {"read": True, "write": False, "delete": False},
    "network": False,
    "subprocess": False,
    "destructive": False,
    "reversible": True,
    "idempotent": True,
    "interactive": {"stdin": "none", "prompts": False, "tty": False},
}

#: What a program may read from its standard input, best first.
_STDIN = ("none", "optional", "required", "password")

_MAX_LEVELS = 40
_MAX_CHOICES = 200
_MAX_TEXT = 4000
#: Options of groups become options of the whole document, where every command shows them.
_MAX_GROUP_OPTIONS = 8


class Node:
    """A place in a program's tree of commands, as any framework has it."""

    def __init__(self, description: str) -> None:
        self.description = description
        self.arguments: List[Json] = []
        self.options: List[Json] = []
        self.children: List[Tuple[List[str], Node]] = []
        #: Whether a group does something itself; ``None``: only its author knows.
        self.runs: Optional[bool] = None
        self.deprecated = False
        self.marks: Json = {}
        #: What the framework knows of effects: that it asks.
        self.prompts: Json = {}
        #: Commands that cannot be written. Those that the help hides are not missed.
        self.omitted = 0
        #: Facts that could not be written, for the author.
        self.losses: List[str] = []


# The answer to --agent


def with_atip(
    program: Program,
    effects: Optional[Effects] = None,
    *,
    name: Optional[str] = None,
    version: Optional[str] = None,
    **extra: Any,
) -> Program:
    """Lets a program answer ``--agent [--commands=a,b] [--depth=N]`` with its ATIP document and exit code 0.

    :param program: an ArgumentParser, a click command or group, or a Typer app; it comes back, and is read only when it is asked
    :param effects: effects by the words of each command, ``"remote add"``; ``""`` is the program itself, and the effects of a group
        hold for every command below it
    :param name: what is typed to run it; without it, what its framework says
    :param version: of the program; without it, what its version option says
    :param extra: further fields of the document, such as ``authentication`` or ``homepage``

    ``--agent`` counts before every other word; behind a command or an option it is the program's own.
    A program that has an ``--agent`` itself keeps it.
    """

    def describes() -> Tuple[Json, List[str]]:
        return _describe(program, effects, name, version, extra)

    if _is_argparse(program):
        for method in ("parse_known_args", "parse_known_intermixed_args"):
            setattr(program, method, _asked_first(getattr(program, method), program, describes))
    elif _is_click(program):
        program.main = _asked_first(program.main, program, describes)  # type: ignore[attr-defined]
    elif _is_typer(program):
        # Python looks __call__ up on the class.
        base = type(program)

        def call(self: Any, *args: Any, **fields: Any) -> Any:
            return _asked_first(lambda *a, **f: base.__call__(self, *a, **f), self, describes)(*args, **fields)

        program.__class__ = type(base.__name__, (base,), {"__call__": call, "__module__": base.__module__})
    else:
        raise TypeError(f"{type(program).__name__} is no program of argparse, click or typer.")
    return program


def _asked_first(
    run: Callable[..., Any], program: Any, describes: Callable[[], Tuple[Json, List[str]]]
) -> Callable[..., Any]:
    def main(args: Optional[Sequence[str]] = None, *others: Any, **fields: Any) -> Any:
        words = list(sys.argv[1:] if args is None else args)
        if _is_asked(words) and not _has_own_agent(program):
            _answer(describes)
        return run(args, *others, **fields)

    return main


def _is_asked(words: Sequence[str]) -> bool:
    rest = iter(words)
    for word in rest:
        if word == "--agent":
            return True
        if word in ("--commands", "--depth"):
            next(rest, None)
        elif not (isinstance(word, str) and word.startswith(("--commands=", "--depth="))):
            return False
    return False


def _has_own_agent(program: Any) -> bool:
    if _is_argparse(program):
        return "--agent" in program._option_string_actions
    command = _click_command(program)
    return any("--agent" in option.opts for option in command.params)


def _answer(describes: Callable[[], Tuple[Json, List[str]]]) -> None:
    """Writes the whole document, whatever ``--commands`` and ``--depth`` say, as the protocol allows."""
    import json
    from contextlib import redirect_stdout

    # Modules that are loaded for their commands may print; that is no part of the document.
    with redirect_stdout(sys.stderr):
        document, losses = describes()
    sys.stderr.write("".join(f"{document['name']}: {loss}\n" for loss in losses))
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False)
    # UTF-8, whatever the locale is.
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(f"{text}\n")
    else:
        buffer.write(f"{text}\n".encode())
        buffer.flush()
    raise SystemExit(0)


# The document


def describe(
    program: Any,
    effects: Optional[Effects] = None,
    name: Optional[str] = None,
    version: Optional[str] = None,
    **extra: Any,
) -> Json:
    """The ATIP document of a program, as ``--agent`` writes it: what its framework knows, and the effects that its author states."""
    return _describe(program, effects, name, version, extra)[0]


def _describe(
    program: Any,
    effects: Optional[Effects],
    name: Optional[str],
    version: Optional[str],
    extra: Mapping[str, Any],
) -> Tuple[Json, List[str]]:
    """The document, and facts that it could not take."""
    if _is_argparse(program):
        found_name, found_version, root = _read_parser_program(program)
    elif _is_click(program) or _is_typer(program):
        found_name, found_version, root = _read_click_program(_click_command(program), name)
    else:
        raise TypeError(f"{type(program).__name__} is no program of argparse, click or typer.")
    document = _document(root, effects or {}, name or found_name, version or found_version or "unknown", extra)
    known = set(_words(root))
    unknown = [f"effects of {words!r}, and there is no such command" for words in effects or {} if words not in known]
    return document, [*root.losses, *unknown]


def _words(node: Node, path: Tuple[str, ...] = ()) -> Iterator[str]:
    yield " ".join(path)
    for (key, *_), child in node.children:
        yield from _words(child, (*path, key))


def _document(root: Node, effects: Effects, name: str, version: str, extra: Mapping[str, Any]) -> Json:
    above, behind = _global_options(root)
    document: Json = {
        "atip": {"version": "0.4", "features": ["interactive-effects", "trust-v1"]},
        "name": name,
        "version": version,
        "description": root.description or f"The program {name}",
        **extra,
        "trust": {"source": "native"},
        "x-end-of-options": True,
    }
    if root.children or root.omitted:
        if above or behind:
            document["globalOptions"] = [*above, *behind]
        document["commands"] = _commands(root, (), effects, root.losses)
        if root.omitted:
            document.update(
                partial=True,
                omitted={"reason": "filtered", "safetyAssumption": "unknown"},
                **{"x-omitted-commands": root.omitted},
            )
    else:
        document["commands"] = {"": _command(root, (), effects)}
    return document


def _global_options(root: Node) -> Tuple[List[Json], List[Json]]:
    """Options that stand before the command, and those of a group that stand behind its word."""
    if not root.children:
        return root.options, []
    behind: List[Json] = []
    for (key, *_), group in root.children:
        if not group.children:
            continue
        for option in group.options:
            if len(behind) >= _MAX_GROUP_OPTIONS:
                root.losses.append(
                    f"{key}: the option {option['name']} of the group; a document has room for few of them"
                )
                continue
            # For commands outside of the group it is none at all, so it cannot be required.
            text = f"{option['description']} (for {key})".strip()
            behind.append(
                {
                    **{field: value for field, value in option.items() if field != "required"},
                    "description": text,
                    "x-behind": key,
                }
            )
    return root.options, behind


def _commands(node: Node, path: Tuple[str, ...], effects: Effects, losses: List[str]) -> Json:
    commands: Json = {}
    # Of a parser only its author knows whether it does something itself; effects of `""` say so.
    if node.runs or (path == () and node.runs is None and "" in effects):
        commands[""] = _command(node, path, effects, has_options=False)
    for (key, *aliases), child in node.children:
        below = (*path, key)
        if not child.children and not child.omitted:
            commands[key] = {**_command(child, below, effects), **_marks(child, aliases)}
            continue
        group: Json = {"description": child.description}
        inner = _commands(child, below, effects, losses)
        if inner:
            group["commands"] = inner
        if child.omitted:
            group["x-omitted-commands"] = child.omitted
        # They hold for every command below it.
        stated = _known(effects.get(" ".join(below), {}))
        if stated:
            group["effects"] = stated
        commands[key] = {**group, **_marks(child, aliases)}
        if path and child.options:
            losses.append(f"{' '.join(below)}: options of a group below the first level")
    return commands


def _command(node: Node, path: Tuple[str, ...], effects: Effects, has_options: bool = True) -> Json:
    command: Json = {"description": node.description}
    if node.arguments:
        command["arguments"] = node.arguments
    if node.options and has_options:
        command["options"] = node.options
    own = _known(_with_prompts(effects.get(" ".join(path), {}), node.prompts))
    if own:
        command["effects"] = own
    command.update(node.marks)
    return command


def _with_prompts(effects: Mapping[str, Any], prompts: Json) -> Json:
    """The author's effects; where the framework knows that the program asks, that counts whatever they say."""
    if not prompts:
        return dict(effects)
    stated = effects.get("interactive") or {}
    known = [kind for kind in (stated.get("stdin"), prompts["stdin"]) if kind in _STDIN]
    return {**effects, "interactive": {**stated, "prompts": True, "stdin": max(known, key=_STDIN.index)}}


def _known(effects: Mapping[str, Any]) -> Json:
    """Without ``None``, which says that an effect is not known."""
    found: Json = {}
    for key, value in effects.items():
        kept = _known(value) if isinstance(value, dict) else value
        if kept is not None and kept != {}:
            found[key] = list(kept) if isinstance(kept, tuple) else kept
    return found


def _marks(node: Node, aliases: Sequence[str]) -> Json:
    return {**({"x-aliases": list(aliases)} if aliases else {}), **({"x-deprecated": True} if node.deprecated else {})}


def _add_children(
    node: Node, found: Iterable[Tuple[str, Any]], read_child: Callable[[str, Any], Optional[Node]]
) -> None:
    """Reads the commands of a group. One object under several names is one command with aliases."""
    names: Dict[int, List[str]] = {}
    values: Dict[int, Any] = {}
    for name, value in found:
        if not _is_command_name(name):
            node.omitted += 1
            node.losses.append(f"the command {name!r}: nothing that could be typed as one word")
            continue
        names.setdefault(id(value), []).append(name)
        values[id(value)] = value
    for key, own in names.items():
        child = read_child(own[0], values[key])
        if child is not None:
            node.children.append((own, child))
            node.losses.extend(child.losses)
    if node.arguments and node.children:
        # A command line of ATIP has all positionals behind the command.
        node.losses.append(f"{len(node.children)} commands behind the argument {node.arguments[0]['name']}")
        node.omitted += len(node.children)
        node.children = []


def _is_command_name(name: Any) -> bool:
    return (
        isinstance(name, str)
        and 0 < len(name) <= 200
        and not name.startswith("-")
        and name != "__proto__"
        and not re.search(r"\s", name)
        and _text(name) == name
    )


class _Names:
    """Names of options, each once."""

    def __init__(self) -> None:
        self._taken: Set[str] = set()

    def take(self, *choices: str) -> str:
        free = [name for name in choices if name and name not in self._taken]
        name = free[0] if free else f"{choices[-1]}-{len(self._taken)}"
        self._taken.add(name)
        return name


def _flags(spellings: Iterable[Any]) -> List[str]:
    """Those that can stand on a command line as they are."""
    return [
        flag
        for flag in spellings
        if isinstance(flag, str) and re.fullmatch(r"(?:--?|\+)[^\s=,-][^\s=,]*", flag) and _text(flag) == flag
    ]


def _long(flags: Sequence[str]) -> str:
    return next((flag for flag in flags if flag.startswith("--")), flags[0])


def _bare(flag: str) -> str:
    return flag.lstrip("-+")


def _option(names: _Names, flags: List[str], dest: Any, fields: Json) -> Json:
    long = _long(flags)
    spelled = [_bare(flag) for flag in flags]
    choices = [_bare(long)] if long.startswith("--") else [dest if isinstance(dest, str) else "", *spelled]
    return {"name": names.take(*choices, *spelled), "flags": flags, **fields}


# Values


def _value(kind: str, choices: Optional[Sequence[Any]], default: Any, label: str) -> Json:
    """Type, choices and default of one value, or of each of a list of them."""
    field: Json = {"type": kind}
    if choices is not None:
        is_number = kind in ("integer", "number") and all(_is_number(choice) for choice in choices)
        field = {
            "type": kind if is_number else "enum",
            "enum": list(choices) if is_number else [str(choice) for choice in choices],
        }
    preset = _default(default, field)
    return field if preset is None or _is_private(preset, label) else {**field, "default": preset}


def _list_value(kind: str, choices: Optional[Sequence[Any]], default: Any, label: str) -> Json:
    field = _value(kind, choices, None, label)
    items = [_default(item, field) for item in default] if isinstance(default, (list, tuple)) else []
    field["type"] = "array"
    if items and None not in items and not any(_is_private(item, label) for item in items):
        field["default"] = items
    return field


def _default(value: Any, field: Json) -> Any:
    """A default as JSON has it; ``None`` for code, for objects, and for what the parameter would not take."""
    plain = None if isinstance(value, str) and value == "==SUPPRESS==" else _plain(value)
    if plain is None:
        return None
    if "enum" in field:
        # argparse converts a default that is a text.
        return next((choice for choice in field["enum"] if str(choice) == str(plain)), None)
    if field["type"] in ("integer", "number"):
        try:
            number = int(plain) if field["type"] == "integer" else float(plain)
        except (TypeError, ValueError, OverflowError):
            return None
        # JSON has no infinity, and a reader counts exactly up to 2^53.
        return number if abs(number) < 2**53 and (isinstance(plain, str) or number == plain) else None
    if isinstance(plain, bool):
        return None
    return _text(str(plain)) if str(plain) == _text(str(plain)) else None


def _is_member(value: Any) -> bool:
    """True for a member of an enumeration; where `enum` is not loaded there is none."""
    return "enum" in sys.modules and isinstance(value, sys.modules["enum"].Enum)


def _plain(value: Any) -> Any:
    if _is_member(value):
        return _plain(value.value)
    if isinstance(value, os.PathLike):
        return _plain(os.fspath(value))
    return value if isinstance(value, (str, int, float)) else None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 2**53


def _choices(values: Any, convert: Any = None) -> Optional[List[Any]]:
    """The values that can be typed; ``None`` where there are too many to list, or nobody can list them."""
    if values is None:
        return None
    try:
        items = [item for item, _ in zip(values, range(_MAX_CHOICES + 1))]
    except TypeError:
        return None
    found = [_typed(item, convert) for item in items]
    usable = [item for item in found if item is not None and _text(str(item)) == str(item)]
    return list(dict.fromkeys(usable)) if 0 < len(usable) == len(items) <= _MAX_CHOICES else None


def _typed(item: Any, convert: Any) -> Any:
    """A choice as it is typed: of an enumeration the text from which its parser makes the member."""
    if not _is_member(item) or not callable(convert):
        return _plain(item)
    for text in (item.value, item.name, str(item)):
        try:
            if isinstance(text, str) and convert(text) == item:
                return text
        except Exception:  # Whatever a parser's own function raises, it does not take this text.
            continue
    return None


# Patterns are compiled when they are first needed; `re` keeps them.
_SECRET_NAME = r"(?i)pass(?:word|wd|phrase|code)|\bpwd\b|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|\bauth\b"
_SECRET_VALUE = (
    r"\b(?:gh[pousr]_|github_pat_|glpat-|sk[-_]|[prs]k_(?:live|test)|xox[a-z]-|AKIA|ASIA|AIza|ya29\.|eyJ|npm_|pypi-|hf_|SG\.)\w"
    r"|-----BEGIN|://[^/\s:@]*:[^/\s@]+@|(?i:\b(?:bearer|basic)\s+\S{8})"
    r"|(?<![\w/.-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}"
)
_HOME = r"(?:^|[^\w.-])(?:/home/[^/\s]|/Users/[^/\s]|/root(?:/|$)|[A-Za-z]:[\\/]Users[\\/])"


def _is_private(value: Any, label: str) -> bool:
    """True for a default that looks like a secret, or is a place of the person who happens to run this."""
    if not isinstance(value, str) or value == "":
        return False
    home = os.path.expanduser("~")
    if value in (home, os.getcwd()) or (len(home) > 1 and f"{home}{os.sep}" in value):
        return True
    patterns = ((_HOME, value), (_SECRET_VALUE, value), (_SECRET_NAME, label))
    return any(re.search(pattern, text) for pattern, text in patterns)


def _text(value: Any) -> str:
    """A text as people see it: without control, format and other characters that nobody sees; each paragraph on one line."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", value if isinstance(value, str) else "")
    seen = "".join(" " if one in "\t\r\n" else one for one in text if one in "\t\r\n" or not _is_hidden(one))
    words = " ".join(seen.split()) if seen != value or re.search(r"\s", seen) else seen
    return words if len(words) <= _MAX_TEXT else f"{words[: _MAX_TEXT - 2]} …"


def _is_hidden(one: str) -> bool:
    point = ord(one)
    if point < 0x7F:
        return point < 0x20
    from unicodedata import category

    kind = category(one)
    # Beside these: fillers, and selectors of a look.
    return (
        kind in ("Cc", "Cf", "Cs", "Cn", "Zl", "Zp")
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0000 <= point <= 0xE0FFF
        or point in (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0)
    )


def _first_paragraph(value: Any) -> str:
    text = value if isinstance(value, str) else ""
    return _text(re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0])


def _without(text: str, *secrets: Any) -> str:
    """A help text without the default that is kept back."""
    for secret in secrets:
        if isinstance(secret, str) and len(secret) > 3:
            text = text.replace(secret, "…")
    return text


_KINDS_BY_NAME = {
    "FILE": "file",
    "FILENAME": "file",
    "PATH": "file",
    "DIR": "directory",
    "DIRECTORY": "directory",
    "URL": "url",
}


# argparse


def _is_argparse(program: Any) -> bool:
    argparse = sys.modules.get("argparse")
    return argparse is not None and isinstance(program, argparse.ArgumentParser)


def _read_parser_program(parser: Any) -> Tuple[str, str, Node]:
    root = _read_parser(parser, parser.prog, frozenset(), "@" in _file_prefixes(parser))
    # `python3 -m tool` is how it was started; its name is typed.
    name = os.path.basename((parser.prog.split() or [""])[-1])
    return name, _parser_version(parser), root


def _file_prefixes(parser: Any) -> str:
    return parser.fromfile_prefix_chars or ""


def _parser_version(parser: Any) -> str:
    for action in parser._actions:
        if _kind(action) == "_VersionAction":
            return _version_in(action.version)
    return ""


def _version_in(text: Any) -> str:
    found = re.search(r"\d+(?:\.\d+)+[\w.+-]*", text if isinstance(text, str) else "")
    return found.group().rstrip(".") if found else ""


def _kind(action: Any) -> str:
    """The class of argparse that an action is of, though it may be a subclass of it."""
    return next((base.__name__ for base in type(action).__mro__ if base.__module__ == "argparse"), "Action")


def _read_parser(parser: Any, prog: str, above: frozenset[int], at_file: bool, summary: str = "") -> Node:
    node = Node(_first_paragraph(_expand(parser.description, {"prog": prog})) or summary)
    names = _Names()
    written: Dict[int, Json] = {}
    groups = []
    # Behind its options stands a command, or a remainder, which an option with an open end would take for its value.
    is_followed = any(action.nargs in ("A...", "...") for action in parser._actions)
    for action in parser._actions:
        kind = _kind(action)
        if kind == "_SubParsersAction":
            groups.append(action)
        elif kind in ("_HelpAction", "_VersionAction") or action.nargs == "==SUPPRESS==":
            continue
        elif not action.option_strings:
            node.arguments.extend(_parser_arguments(action, prog, at_file))
            if action.nargs == "...":
                # To a remainder `--` is a word like any other.
                node.marks["x-end-of-options"] = False
        elif action.help != "==SUPPRESS==" or action.required:
            option = _parser_option(action, names, prog, at_file, is_followed)
            if is_followed and action.nargs in ("?", "*", "+") and _kind(action) != "_ExtendAction":
                node.losses.append(
                    f"{prog}: {_long(action.option_strings)} can have exactly one value, since more words follow"
                )
            if option is None:
                node.losses.append(
                    f"{prog}: the option {' '.join(action.option_strings)}, which has no flag of one or two dashes"
                )
            else:
                written[id(action)] = option
    node.options = list(written.values())
    _exclude(parser._mutually_exclusive_groups, written)
    for action in groups:
        _read_subparsers(node, parser, action, prog, above, at_file)
    return node


def _read_subparsers(node: Node, parser: Any, action: Any, prog: str, above: frozenset[int], at_file: bool) -> None:
    helps = {choice.dest: choice.help for choice in action._choices_actions}
    gone = getattr(action, "_deprecated", ())

    def read_child(name: str, child: Any) -> Optional[Node]:
        if helps.get(name) == "==SUPPRESS==" or not hasattr(child, "_actions"):
            return None
        if id(child) in above or len(above) >= _MAX_LEVELS:
            node.losses.append(f"{prog} {name}: it contains itself, or is too deep")
            return None
        summary = _text(_expand(helps.get(name), {"prog": f"{prog} {name}"}))
        below = _read_parser(
            child, f"{prog} {name}", above | {id(parser)}, at_file or "@" in _file_prefixes(child), summary
        )
        below.description = summary or below.description
        below.deprecated = name in gone
        return below

    _add_children(node, ((name, child) for name, child in action.choices.items() if child is not parser), read_child)


def _parser_arguments(action: Any, prog: str, at_file: bool) -> List[Json]:
    kind, choices = _parser_type(action)
    name = _text(action.dest) or "argument"
    many = action.nargs in ("*", "+", "...")
    field = _value(kind, choices, None if many else action.default, name)
    described: Json = {"description": _parser_help(action, prog, field), **({"x-at-file": True} if at_file else {})}
    if isinstance(action.nargs, int) and action.nargs > 1:
        return [{"name": f"{name}-{number + 1}", **field, **described} for number in range(action.nargs)]
    argument: Json = {"name": name, **field, **described}
    if action.nargs in ("?", "*", "..."):
        argument["required"] = False
    if many:
        argument["variadic"] = True
    if action.nargs == "...":
        argument["x-rest"] = True
    return [argument]


def _parser_option(action: Any, names: _Names, prog: str, at_file: bool, is_followed: bool) -> Optional[Json]:
    flags = _flags(action.option_strings)
    if not flags:
        return None
    kind, choices = _parser_type(action)
    label = " ".join([*flags, str(action.dest)])
    words = action.nargs if isinstance(action.nargs, int) else 1
    is_open = action.nargs in ("*", "+", "...")
    field: Json
    if _kind(action) == "_CountAction":
        field = {"type": "integer", "x-count": True}
    elif action.nargs == 0:
        field = {"type": "boolean"}
        # Only a switch with both ways has a default that means something: of the others it is what they change.
        if _kind(action) == "BooleanOptionalAction" and isinstance(action.default, bool):
            field["default"] = action.default
    elif is_open and not is_followed and _kind(action) != "_ExtendAction":
        field = {**_list_value(kind, choices, action.default, label), "x-until": []}
    elif _kind(action) in ("_AppendAction", "_ExtendAction") or words > 1:
        field = {**_list_value(kind, choices, action.default, label), **({"x-words": words} if words > 1 else {})}
    else:
        field = _value(kind, choices, action.default, label)
        if action.nargs == "?" and not is_followed:
            field["x-optional-value"] = True
    is_short = not _long(flags).startswith("--")
    if is_short and action.nargs in (None, 1, "?", "*", "+") and "x-until" not in field and field["type"] != "boolean":
        # Without a space the value may begin with a dash, and none but it belongs to the option.
        field["x-value-style"] = "equals"
    if at_file and field["type"] == "array":
        field["x-at-file"] = True
    field["description"] = _parser_help(action, prog, field)
    if action.required:
        field["required"] = True
    if getattr(action, "deprecated", False):
        field["x-deprecated"] = True
    return _option(names, flags, action.dest, field)


def _parser_type(action: Any) -> Tuple[str, Optional[List[Any]]]:
    convert = action.type
    choices = None if _kind(action) == "_SubParsersAction" else _choices(action.choices, convert)
    if convert is int:
        return "integer", choices
    if convert is float:
        return "number", choices
    if type(convert).__name__ == "FileType" or (isinstance(convert, type) and issubclass(convert, os.PathLike)):
        return "file", choices
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    return _KINDS_BY_NAME.get(metavar.upper(), "string") if convert in (None, str) else "string", choices


def _parser_help(action: Any, prog: str, field: Json) -> str:
    template = "" if action.help == "==SUPPRESS==" else action.help
    if _kind(action) == "BooleanOptionalAction" and isinstance(template, str):
        template = template.replace(" (default: %(default)s)", "")
    shown = {key: value for key, value in vars(action).items() if isinstance(value, (str, int, float))}
    # Kept back, or code, whose name would tell nobody anything.
    is_kept = "default" not in field and not isinstance(action.default, (bool, int, float, type(None)))
    shown.update(prog=prog, default="…" if is_kept else action.default)
    if action.choices is not None:
        shown["choices"] = ", ".join(map(str, _choices(action.choices) or ["…"]))
    text = _text(_expand(template, shown))
    return _without(text, str(action.default)) if is_kept else text


def _expand(template: Any, fields: Mapping[str, Any]) -> str:
    """A text of argparse with its `%(prog)s` filled in."""
    if not isinstance(template, str):
        return ""
    try:
        return template % fields if "%" in template else template
    except (KeyError, TypeError, ValueError):
        return template


def _exclude(groups: Iterable[Any], written: Mapping[int, Json]) -> None:
    for group in groups:
        members = [written[id(action)] for action in group._group_actions if id(action) in written]
        for member in members:
            others = [_long(other["flags"]) for other in members if other is not member]
            known = member.get("x-exclusive", [])
            if others:
                member["x-exclusive"] = [*known, *(flag for flag in others if flag not in known)]
            if group.required:
                flags = ", ".join(_long(one["flags"]) for one in members)
                member["description"] = f"{member['description']} (one of {flags} is required)".strip()


# click and typer


def _is_click(program: Any) -> bool:
    return hasattr(program, "make_context") and hasattr(program, "params") and hasattr(program, "main")


def _is_typer(program: Any) -> bool:
    return hasattr(program, "registered_commands") and _typer_module(program) is not None


def _typer_module(program: Any) -> Any:
    modules = (sys.modules.get(base.__module__) for base in type(program).__mro__ if base.__name__ == "Typer")
    return next((module for module in modules if hasattr(module, "get_command")), None)


def _click_command(program: Any) -> Any:
    return program if _is_click(program) else _typer_module(program).get_command(program)


def _read_click_program(command: Any, name: Optional[str]) -> Tuple[str, str, Node]:
    typed = name or os.path.basename(sys.argv[0]) or command.name or "unknown"
    root = _read_click(command, _context(command, typed, None), frozenset())
    version = next((found for found in map(_click_version, command.params) if found), "")
    return typed, version, root


def _context(command: Any, name: str, parent: Any) -> Any:
    return command.context_class(
        command, info_name=name, parent=parent, resilient_parsing=True, **command.context_settings
    )


def _click_version(option: Any) -> str:
    """The version of ``click.version_option``, which keeps it in its callback."""
    callback = getattr(option, "callback", None)
    if not getattr(callback, "__qualname__", "").startswith("version_option."):
        return ""
    code: Any = callback
    kept = {name: cell.cell_contents for name, cell in zip(code.__code__.co_freevars, code.__closure__ or ())}
    if kept.get("version") is None and kept.get("package_name") is not None:
        from importlib import metadata

        try:
            return metadata.version(kept["package_name"])
        except metadata.PackageNotFoundError:
            return ""
    return _version_in(kept.get("version")) or _text(kept.get("version"))


def _read_click(command: Any, context: Any, above: frozenset[int]) -> Node:
    node = Node(_first_paragraph((command.help or "").split("\f")[0].replace("\b", "")) or _text(command.short_help))
    node.deprecated = bool(command.deprecated)
    names = _Names()
    for parameter in command.get_params(context):
        if parameter.param_type_name == "argument":
            node.arguments.extend(_click_arguments(parameter))
        elif not _is_about_itself(parameter, context) and (not parameter.hidden or parameter.required):
            node.options.extend(_click_options(parameter, names, context, node))
    is_group = hasattr(command, "list_commands")
    node.runs = bool(command.invoke_without_command) if is_group else True
    if is_group:
        _read_subcommands(node, command, context, above)
    elif context.allow_extra_args and not any(argument.get("variadic") for argument in node.arguments):
        node.arguments.append(
            {"name": "arguments", "type": "string", "description": "", "required": False, "variadic": True}
        )
    return node


def _read_subcommands(node: Node, command: Any, context: Any, above: frozenset[int]) -> None:
    def read_child(name: str, child: Any) -> Optional[Node]:
        if child.hidden:
            return None
        if child is command or id(child) in above or len(above) >= _MAX_LEVELS:
            node.losses.append(f"{context.command_path} {name}: it contains itself, or is too deep")
            return None
        return _read_click(child, _context(child, name, context), above | {id(command)})

    found = ((name, command.get_command(context, name)) for name in command.list_commands(context))
    _add_children(node, ((name, child) for name, child in found if child is not None), read_child)


def _is_about_itself(option: Any, context: Any) -> bool:
    """Help and version, and typer's own for completion, which change the shell of whoever calls them."""
    if set(option.opts) <= {"--install-completion", "--show-completion"}:
        return True
    is_help = set(option.opts) <= set(context.help_option_names) and option.is_eager
    return is_help or getattr(option.callback, "__qualname__", "").startswith("version_option.")


def _click_arguments(argument: Any) -> List[Json]:
    kind, choices, remark = _click_type(argument.type)
    name = _text(argument.name) or "argument"
    default = argument.default if argument.nargs == 1 else None
    field = {
        **_value(kind, choices, default, name),
        "description": _join(_text(getattr(argument, "help", None)), remark),
    }
    optional = {} if argument.required else {"required": False}
    deprecated = {"x-deprecated": True} if getattr(argument, "deprecated", False) else {}
    if argument.nargs > 1:
        types = getattr(argument.type, "types", [argument.type] * argument.nargs)
        each = [_value(*_click_type(one)[:2], None, name) for one in types]
        return [
            {"name": f"{name}-{at + 1}", **one, "description": field["description"], **optional}
            for at, one in enumerate(each)
        ]
    variadic = {"variadic": True} if argument.nargs == -1 else {}
    return [{"name": name, **field, **optional, **variadic, **deprecated}]


def _click_options(option: Any, names: _Names, context: Any, node: Node) -> List[Json]:
    is_group = hasattr(context.command, "list_commands")
    flags = _flags(option.opts)
    if not flags:
        node.losses.append(
            f"{context.command_path}: the option {' '.join(option.opts)}, which has no flag of one or two dashes"
        )
        return []
    label = " ".join([*flags, str(option.name), "password" if option.hide_input else ""])
    kind, choices, remark = _click_type(option.type)
    default = option.default
    field: Json
    off = _flags(option.secondary_opts)
    if option.count:
        field = {"type": "integer", "x-count": True}
        remark = ""
    elif option.is_flag:
        field = {"type": "boolean"}
        remark = ""
    elif option.multiple or option.nargs > 1:
        field = {
            **_list_value(kind, choices, default, label),
            **({"x-words": option.nargs} if option.nargs > 1 else {}),
        }
    else:
        field = _value(kind, choices, default, label)
        if getattr(option, "_flag_needs_value", False):
            # click reads a value that starts with a dash as an option, even behind `=`.
            is_safe = "enum" in field and not is_group and not any(one.startswith("-") for one in field["enum"])
            field["x-optional-value" if is_safe else "x-value-style"] = True if is_safe else "space"
            if not is_safe:
                node.losses.append(
                    f"{context.command_path}: {_long(flags)} can stand alone, and is written with its value"
                )
    if field["type"] != "boolean" and "x-count" not in field and not getattr(option, "_flag_needs_value", False):
        if option.nargs > 1 or not _long(flags).startswith("--"):
            # click takes the next word for the value, whatever it is.
            field["x-dash"] = True
    private = isinstance(default, (str, os.PathLike)) and "default" not in field
    help_text = _text(option.help)
    field["description"] = _join(_without(help_text, str(default)) if private else help_text, remark)
    if option.prompt is not None and not option.is_flag and not option.hide_input and not field.get("x-optional-value"):
        # Without it the program asks, and waits for a person.
        field["required"] = True
    elif option.required:
        field["required"] = True
    if option.prompt is not None and "required" not in field:
        node.prompts = {"stdin": "password" if option.hide_input else "optional", "prompts": True}
    variable = _variable(option, context)
    if variable is not None:
        field["envVar"] = variable
    if getattr(option, "deprecated", False):
        field["x-deprecated"] = True
    return _switches(option, names, flags, off, field) if off else [_option(names, flags, option.name, field)]


def _switches(option: Any, names: _Names, flags: List[str], off: List[str], field: Json) -> List[Json]:
    """A switch with two ways is one option where its second way is ``--no-…``, else two that exclude each other."""
    preset = {"default": option.default} if isinstance(option.default, bool) else {}
    negations = [flag for flag in off if flag.startswith("--no-") and f"--{flag[5:]}" in flags]
    if negations:
        return [_option(names, [*flags, *negations], option.name, {**field, **preset})]
    on = _option(names, flags, option.name, {**field, "x-exclusive": [_long(off)]})
    text = _join("", f"the opposite of {_long(flags)}")
    return [on, _option(names, off, "", {**field, "description": text, "x-exclusive": [_long(flags)]})]


def _variable(option: Any, context: Any) -> Optional[str]:
    named = option.envvar
    if isinstance(named, (list, tuple)):
        named = next(iter(named), None)
    if named is None and option.allow_from_autoenv and context.auto_envvar_prefix is not None and option.name:
        named = f"{context.auto_envvar_prefix}_{option.name.upper()}"
    return named if isinstance(named, str) and named else None


def _click_type(kind: Any) -> Tuple[str, Optional[List[Any]], str]:
    """Type, choices, and what else there is to say of a value."""
    classes = {base.__name__ for base in type(kind).__mro__}
    if "Choice" in classes:
        listed = [item.name if _is_member(item) else item for item in kind.choices]
        return "string", _choices(listed), ""
    if "BoolParamType" in classes:
        return "string", ["true", "false"], ""
    if "IntParamType" in classes:
        return "integer", None, _range(kind) if "_NumberRangeBase" in classes else ""
    if "FloatParamType" in classes:
        return "number", None, _range(kind) if "_NumberRangeBase" in classes else ""
    if "File" in classes:
        return "file", None, ""
    if "Path" in classes:
        return "file" if kind.file_okay else "directory", None, ""
    if "DateTime" in classes:
        return "string", None, f"a time such as {', '.join(kind.formats)}"
    return "string", None, ""


def _range(kind: Any) -> str:
    low = "" if kind.min is None else f"{'more than' if kind.min_open else 'at least'} {kind.min}"
    high = "" if kind.max is None else f"{'less than' if kind.max_open else 'at most'} {kind.max}"
    return " and ".join(text for text in (low, high) if text)


def _join(text: str, remark: str) -> str:
    if not remark:
        return text
    return f"{text} ({remark})" if text else f"{remark[:1].upper()}{remark[1:]}"
